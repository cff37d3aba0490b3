import type { Redis } from 'ioredis'
import { redisMb } from '../load/embedded'
import { type AppProcess, appProcesses, descriptorsOf } from '../support/app-processes'
import type { App } from '../support/start-app'
import type { Tally } from './tally'

/** The server and its embedded Redis. */
export interface Measured {
  app: App
  /** The server's data folder. */
  folder: string
  /** A connection to the embedded Redis. */
  redis: Redis
}

/** The server's resource usage at one moment. */
export interface Sample {
  /** Minutes since the load began. */
  minute: number
  /** The server's processes, without its Redis. */
  processes: AppProcess[]
  residentMb: number
  descriptors: number
  /** The number of keys in the store, and of keys that never expire. */
  keys: number
  lastingKeys: number
  /** The memory that Redis reports as used, and the memory that the system reports for Redis. */
  storeMb: number
  redisResidentMb: number
  /** The longest duration of a health call since the previous sample. */
  longestHealthMs: number
  /** The number of all outcomes so far. */
  done: number
}

export async function takeSample({ app, folder, redis }: Measured, tally: Tally, minute: number): Promise<Sample> {
  const { primary, workers, site } = appProcesses(app.process.pid)
  const processes = [...(primary ? [primary] : []), ...workers, ...site]
  const [memory, keyspace] = await Promise.all([redis.info('memory'), redis.info('keyspace')])
  const keys = numberIn(keyspace, /keys=(\d+)/)
  return {
    minute,
    processes,
    residentMb: sum(processes.map(({ residentMb }) => residentMb)),
    descriptors: descriptorsOf(processes),
    keys,
    lastingKeys: keys - numberIn(keyspace, /expires=(\d+)/),
    storeMb: numberIn(memory, /^used_memory:(\d+)/m) / 2 ** 20,
    redisResidentMb: redisMb(folder),
    longestHealthMs: tally.takeLongestMs(),
    done: tally.total(),
  }
}

/** Returns the number of keys of each kind, e.g. `{…}:profile`. */
export async function keyKinds(redis: Redis): Promise<Record<string, number>> {
  const kinds: Record<string, number> = {}
  for await (const keys of redis.scanStream({ count: 1_000 })) {
    for (const key of keys as string[]) {
      const [kind = 'others'] = /^(?:\{[^}]+\}:)?[a-z-]+/.exec(key) ?? []
      const name = kind.replace(/^\{[^}]+\}/, '{…}')
      kinds[name] = (kinds[name] ?? 0) + 1
    }
  }
  return kinds
}

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
