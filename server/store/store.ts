import { Redis } from '@upstash/redis'
import { type Env, env } from '@/server/env'
import { embeddedTransport } from './embedded/embedded-redis'
import { portableScripts } from './portable-scripts'
import { createRequester, type RoundTrips } from './requester'
import { tcpTransport } from './tcp'
import type { Transport } from './transport'
import { upstashTransport } from './upstash'

/** The one Redis that everything lasting and shared lives in. */
export interface Store {
  /** Every command throws `PinrefError` `store_unavailable` where the Redis does not answer within a second. */
  redis: Redis
  /** The same, with replies as they come. To read text that is no JSON as JSON costs more than the rest of a call. */
  raw: Redis
  roundTrips: RoundTrips
  close(): Promise<void>
}

/** Opens the store that this environment names: Upstash, else a Redis over TCP, else an embedded one. */
export async function openStore(settings: Env): Promise<Store> {
  const transport = portableScripts(await transportFor(settings))
  const roundTrips = { count: 0 }
  const requester = createRequester(transport, roundTrips)
  return {
    redis: new Redis(requester),
    raw: new RawRedis(requester),
    roundTrips,
    close: () => transport.close(),
  }
}

/** The client's own switch; its constructor takes none beside a requester. */
class RawRedis extends Redis {
  protected override opts = { automaticDeserialization: false }
}

async function transportFor(settings: Env): Promise<Transport> {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL, DATA_DIR } = settings
  if (url && token) return upstashTransport(url, token)
  if (REDIS_URL) return tcpTransport(REDIS_URL)
  return embeddedTransport(DATA_DIR)
}

/** A bundler may give each route file its own copy of this module; the store is one a process all the same. */
const shared = globalThis as { [key: symbol]: Promise<Store> | undefined }
const key = Symbol.for('pinref.store')

/** The store of this process, opened at the first call. A failed opening is tried again at the next. */
export function store(): Promise<Store> {
  shared[key] ??= openStore(env()).catch((error: unknown) => {
    shared[key] = undefined
    throw error
  })
  return shared[key]
}
