import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { store } from '@/server/platform/store/store'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { asShipped } from '../support/busy-machine'
import { freePort } from '../support/free-port'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

export const upstreamDeadlineMs = 2_000
export const appUrl = 'http://pinref.example:3000'

/** Secrets that must not be in any log. */
export const secrets = {
  KEY_PEPPER: 'a pepper that is only for the run with faults',
  AUTH_SECRET: 'a secret that is only for the run with faults',
}

/** The whole setup: three processes sharing one Redis, and the simulator. */
export interface Stage {
  redis: RedisServer
  simulator: Simulator
  /** The current process in each slot. */
  processes: App[]
  urls: string[]
  /** Replaces a process that has exited. */
  replace(place: number): Promise<void>
  /** The output of all processes, including processes that have exited. */
  logs(): string
  close(): Promise<void>
}

export async function setStage(places = 3): Promise<Stage> {
  const [redis, simulator] = await Promise.all([startRedisServer(), startSimulator({ latencyMs: 5 })])
  const folder = mkdtempSync(join(tmpdir(), 'pinref-faults-'))
  // This process creates accounts and reads counts in the same store.
  Object.assign(process.env, { REDIS_URL: redis.url, ...secrets })
  const env = {
    ...secrets,
    APP_URL: appUrl,
    DATA_DIR: folder,
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '1',
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
    UPSTREAM_DEADLINE_MS: String(upstreamDeadlineMs),
    UPSTREAM_DAILY_CAP: '1000000000',
  }
  const logFile = (place: number) => join(folder, `${place}.log`)
  const ports: number[] = []
  for (let place = 0; place < places; place++) ports.push(await freePort())
  const start = (port: number, place: number) =>
    startApp('node', { ...asShipped, ...env }, { port, output: { file: logFile(place) } })
  const processes = await Promise.all(ports.map(start))
  return {
    redis,
    simulator,
    processes,
    urls: processes.map(({ url }) => url),
    async replace(place) {
      processes[place] = await start(ports[place] ?? 0, place)
    },
    logs: () => processes.map((process) => process.output()).join('\n'),
    async close() {
      await Promise.all(processes.map((process) => process.stop()))
      await (await store()).close()
      await simulator.stop()
      await redis.stop()
      removeFolder(folder)
    },
  }
}
