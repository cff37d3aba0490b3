import { join } from 'node:path'
import { type Stage as LoadStage, setStage as setLoadStage } from '../load/stage'
import { asShipped } from '../support/busy-machine'
import { freePort } from '../support/free-port'
import type { App } from '../support/start-app'

export const upstreamDeadlineMs = 2_000
export const appUrl = 'http://pinref.example:3000'

/** Secrets that must not be in any log. */
export const secrets = {
  KEY_PEPPER: 'a pepper that is only for the run with faults',
  AUTH_SECRET: 'a secret that is only for the run with faults',
}

/** The whole setup: three processes sharing one Redis, and the simulated Google. */
export interface Stage extends Pick<LoadStage, 'redis' | 'google' | 'end'> {
  /** The current process in each slot. */
  processes: App[]
  urls: string[]
  /** Replaces a process that has exited. */
  replace(place: number): Promise<void>
  /** The output of all processes, including processes that have exited. */
  logs(): string
}

export async function setStage(places = 3): Promise<Stage> {
  const stage = await setLoadStage({
    settings: {
      ...asShipped,
      ...secrets,
      APP_URL: appUrl,
      TRUSTED_PROXIES: '1',
      UPSTREAM_DEADLINE_MS: String(upstreamDeadlineMs),
    },
    google: { latencyMs: 5 },
    // The store is killed, and must not lose what it has confirmed.
    redisSettings: { appendfsync: 'always' },
  })
  const ports: number[] = []
  for (let place = 0; place < places; place++) ports.push(await freePort())
  const start = (port: number, place: number) =>
    stage.start({}, { port, output: { file: join(stage.folder, `${place}.log`) } })
  const processes = await Promise.all(ports.map(start))
  const { redis, google, end } = stage
  return {
    redis,
    google,
    end,
    processes,
    urls: processes.map(({ url }) => url),
    async replace(place) {
      processes[place] = await start(ports[place] ?? 0, place)
    },
    logs: () => processes.map((process) => process.output()).join('\n'),
  }
}
