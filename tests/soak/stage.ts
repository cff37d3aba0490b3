import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { asShipped } from '../support/busy-machine'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

/** The whole setup: the production server with an embedded Redis, and the simulator. */
export interface Stage {
  app: App
  /** A connection to the embedded Redis. */
  redis: Redis
  redisPid(): number
  simulator: Simulator
  close(): Promise<void>
}

export async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-soak-'))
  const dataDir = join(folder, 'data')
  const simulator = await startSimulator({ latencyMs: 20 })
  const env = {
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    // Visitors must be served until the end. They use few addresses, so the number of their keys remains constant.
    FREE_DAILY_QUOTA: '1000000',
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
    UPSTREAM_DEADLINE_MS: '2000',
    UPSTREAM_DAILY_CAP: '1000000000',
  }
  const app = await startApp('node', { ...asShipped, ...env }, { output: { file: join(folder, 'log') } }).catch(
    async (error: unknown) => {
      await simulator.stop()
      removeFolder(folder)
      throw error
    },
  )
  const redis = new Redis({ path: join(dataDir, 'redis', 'redis.sock') })
  redis.on('error', () => {})
  return {
    app,
    redis,
    redisPid: () => Number(readFileSync(join(dataDir, 'redis', 'redis.pid'), 'utf8')),
    simulator,
    async close() {
      redis.disconnect()
      await app.stop()
      await simulator.stop()
      removeFolder(folder)
    },
  }
}
