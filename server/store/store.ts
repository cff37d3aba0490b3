import { Redis } from '@upstash/redis'
import { type Env, env } from '@/server/env'
import { perProcess } from '@/server/runtime/per-process'
import { batched, type RoundTrips, type Send, StoreUnavailable } from './batch'
import { createStoreClock, type StoreClock } from './clock'
import { embeddedTransport } from './embedded/embedded-redis'
import { createRequester } from './requester'
import { keyLocking, type Script } from './script'
import { tcpTransport } from './tcp'
import type { Transport } from './transport'
import { upstashTransport } from './upstash'

/**
 * The one Redis that holds everything lasting and shared. Every command throws `PinrefError` `store_unavailable` where the
 * Redis does not answer within `STORE_TIMEOUT_MS`.
 */
export interface Store {
  redis: Redis
  /**
   * Sends one command and returns its reply as it comes. The scripts that count calls use this: a client on top costs as
   * much as they do.
   */
  send: Send
  /** The Redis keys that match a pattern of SCAN, some at a time; one may come twice. @throws StoreUnavailable. */
  scan(pattern: string): AsyncIterable<string[]>
  /**
   * Does work with the store, by what it is handed, while every other command is refused as if the store were away.
   */
  whileHeld<T>(work: (send: Send) => Promise<T>): Promise<T>
  /** Whether scripts are to say that they lock nothing but their keys: on Upstash. */
  locksKeys: boolean
  roundTrips: RoundTrips
  clock: StoreClock
  close(): Promise<void>
}

/** Opens the store that this environment names: Upstash, else a Redis over TCP, else an embedded one. */
async function openStore(settings: Env): Promise<Store> {
  const transport = await transportFor(settings)
  const { locksKeys = false } = transport
  const roundTrips = { count: 0 }
  const sendNow = batched(transport, roundTrips, settings.STORE_TIMEOUT_MS)
  let isHeld = false
  const send: Send = (command) => (isHeld ? Promise.reject(beingPrepared()) : sendNow(command))
  return {
    redis: new Redis(createRequester(send, locksKeys)),
    send,
    async *scan(pattern) {
      try {
        yield* transport.scan(pattern)
      } catch (cause) {
        throw new StoreUnavailable(cause, false)
      }
    },
    async whileHeld(work) {
      isHeld = true
      try {
        return await work(sendNow)
      } finally {
        isHeld = false
      }
    },
    locksKeys,
    roundTrips,
    clock: createStoreClock(),
    close: () => transport.close(),
  }
}

const beingPrepared = () => new StoreUnavailable('the store is not prepared yet; this was not sent', false)

async function transportFor(settings: Env): Promise<Transport> {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL, DATA_DIR } = settings
  if (url && token) return upstashTransport(url, token)
  if (REDIS_URL) return tcpTransport(REDIS_URL)
  return embeddedTransport(DATA_DIR)
}

const opened = perProcess<Promise<Store>>('store')

/** The store of this process, opened at the first call. If opening fails, the next call tries again. */
export function store(): Promise<Store> {
  opened.value ??= openStore(env()).catch((error: unknown) => {
    opened.value = undefined
    throw error
  })
  return opened.value
}

/**
 * Runs a script: by its hash, and in full only in a Redis that does not have it yet. Answers what it returns, as Redis sends it.
 * @throws PinrefError `store_unavailable`; an Error where the script fails.
 */
export async function runScript(
  given: Script,
  keys: readonly string[],
  args: ReadonlyArray<string | number>,
): Promise<unknown> {
  return runIn(await store(), given, keys, args)
}

async function runIn(
  { send, locksKeys }: Store,
  given: Script,
  keys: readonly string[],
  args: ReadonlyArray<string | number>,
): Promise<unknown> {
  const { source, sha } = locksKeys ? keyLocking(given) : given
  let reply = await send(['EVALSHA', sha, keys.length, ...keys, ...args])
  if ('error' in reply && reply.error.startsWith('NOSCRIPT')) {
    reply = await send(['EVAL', source, keys.length, ...keys, ...args])
  }
  if ('error' in reply) throw new Error(`a script failed: ${reply.error}`)
  return reply.result
}

/** With so many a store that is slow rather than hung, or a process that is overloaded, still answers. */
const mostTries = 5

/**
 * Runs a `timelyScript`, which does nothing where it comes to run so late that its caller may have been told it failed.
 * @throws StoreUnavailable, also where it ran too late; an Error where the script fails.
 */
export async function runTimelyScript(
  timely: Script,
  keys: readonly string[],
  args: ReadonlyArray<string | number>,
): Promise<unknown> {
  const current = await store()
  const { clock } = current
  // What ran too late has done nothing, so it may be sent again: our event loop was busy, or the clock of the store was set.
  for (let tries = 0; tries < mostTries; tries++) {
    const [storeMs, ...results] = (await runIn(current, timely, keys, [...args, clock.deadline()])) as [
      number,
      ...unknown[],
    ]
    clock.learn(storeMs)
    if (results.length > 0) return results[0]
  }
  throw new StoreUnavailable(new Error('the store was too slow, and did nothing'), false)
}
