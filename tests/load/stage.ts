import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { store } from '@/server/platform/store/store'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, type Host, startApp } from '../support/start-app'
import type { ServerOptions } from '../support/start-server'

/** Everything that servers under load share: a store, a simulated Google, a folder, and their settings. */
export interface Stage {
  /** The servers' settings for the sample. */
  readonly env: Record<string, string>
  /** The settings that make a server call the simulated Google; empty if there is none. */
  readonly googleEnv: Record<string, string>
  readonly folder: string
  /** @throws Error if the stage has no Redis server of its own. */
  readonly redis: RedisServer
  /** @throws Error if the stage has no simulated Google. */
  readonly google: Simulator
  /** Starts a server. Its output is discarded by default. */
  start(settings?: Record<string, string>, options?: ServerOptions & { host?: Host }): Promise<App>
  /** Disconnects this process from the store, so that only the servers use an embedded one. */
  leaveStore(): Promise<void>
  /** Stops the servers that still run, then everything else. */
  end(): Promise<void>
}

export interface StageOptions {
  /** Settings for all servers. */
  settings?: Record<string, string>
  /**
   * The simulated Google's response time, and the settings of the servers that call it; if omitted, there is none, and
   * servers serve the sample.
   */
  google?: { latencyMs: number; settings?: Record<string, string> }
  /** The URL of a store to use, or `embedded`, which makes each server start its own. Default: a new Redis server. */
  store?: string
  /** Settings for the new Redis server. */
  redisSettings?: Record<string, string>
  /** Whether this process uses the store too. Default: true. */
  usesStore?: boolean
}

/**
 * Sets up a stage. This process gets the same settings, so it uses the same store. Call it once per process, or per test
 * file, because a process's store is fixed.
 */
export async function setStage({
  settings = {},
  google: options,
  store: storeUrl,
  redisSettings,
  usesStore = true,
}: StageOptions = {}): Promise<Stage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pinref-load-')))
  // A call is counted before its response. If each call waited for the disk, a load would measure the disk.
  const redis = storeUrl === undefined ? await startRedisServer({ appendfsync: 'everysec', ...redisSettings }) : null
  const google = options ? await startSimulator({ latencyMs: options.latencyMs }) : null
  const redisUrl = redis?.url ?? storeUrl
  const env = {
    ...(redisUrl && redisUrl !== 'embedded' && { REDIS_URL: redisUrl }),
    DATA_DIR: folder,
    KEY_PEPPER: 'a pepper that is only for servers under load',
    AUTH_SECRET: 'a secret that is only for servers under load',
    ...settings,
  }
  const googleEnv = google ? { ...googleSettings(google), ...options?.settings } : {}
  Object.assign(process.env, env, googleEnv, { LOG_LEVEL: 'silent' })
  const apps: App[] = []
  // A program that fails leaves nothing running.
  process.once('exit', () => {
    for (const app of apps) app.process.kill()
    redis?.process.kill('SIGKILL')
  })
  let isInStore = usesStore
  async function leaveStore(): Promise<void> {
    if (isInStore) await (await store()).close()
    isInStore = false
  }
  return {
    env,
    googleEnv,
    folder,
    get redis() {
      if (!redis) throw new Error('This stage has no Redis server of its own.')
      return redis
    },
    get google() {
      if (!google) throw new Error('This stage has no simulated Google.')
      return google
    },
    async start(own = {}, { host = 'node', ...options } = {}) {
      const app = await startApp(host, { ...env, ...googleEnv, ...own }, { output: 'ignore', ...options })
      apps.push(app)
      return app
    },
    leaveStore,
    async end() {
      await Promise.all(apps.map((app) => app.stop()))
      await leaveStore()
      await google?.stop()
      await redis?.stop()
      removeFolder(folder)
    },
  }
}

/** Returns the settings with which a server calls a simulated Google for everything. */
const googleSettings = (google: Simulator): Record<string, string> => ({
  GOOGLE_MAPS_API_KEY: google.apiKey,
  GOOGLE_PLACES_URL: google.placesUrl,
  GOOGLE_LEGACY_PLACES_URL: google.legacyUrl,
  GOOGLE_MAPSTOOLS_URL: google.mapstoolsUrl,
  LINK_GATEWAY_URL: google.linksUrl,
  UPSTREAM_DAILY_CAP: '1000000000',
})
