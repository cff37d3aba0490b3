import { createHash } from 'node:crypto'
import { Redis, type Requester } from '@upstash/redis'
import { type Env, env } from '@/server/env'
import { perProcess } from '@/server/runtime/per-process'
import { batched, type RoundTrips, type Send, StoreUnavailable } from './batch'
import { createStoreClock, type StoreClock } from './clock'
import { embeddedTransport } from './embedded/embedded-redis'
import { keyLocking, type Script } from './script'
import { noteFailures } from './store-failure'
import { tcpTransport } from './tcp'
import type { Command, Transport } from './transport'
import { upstashTransport } from './upstash'

/**
 * The one Redis that holds everything lasting and shared. Every command throws `PinrefError` `store_unavailable` if the Redis
 * does not answer within `STORE_TIMEOUT_MS`.
 */
export interface Store {
  redis: Redis
  /**
   * Sends one command and returns the raw reply. The scripts that count calls use this: a client on top costs as much as
   * they do.
   */
  send: Send
  /** Yields the Redis keys that match a SCAN pattern, some at a time; a key may come twice. @throws StoreUnavailable. */
  scan(pattern: string): AsyncIterable<string[]>
  /**
   * Runs work that uses the store through the `send` it is given. Meanwhile every other command of this process is refused as if
   * the store were down.
   */
  whileHeld<T>(work: (send: Send) => Promise<T>): Promise<T>
  /** Whether scripts need the flag that they lock only their own keys; true on Upstash. */
  locksKeys: boolean
  roundTrips: RoundTrips
  clock: StoreClock
  close(): Promise<void>
}

/** Opens the store that the environment names: Upstash, otherwise a Redis over TCP, otherwise an embedded one. */
async function openStore(settings: Env): Promise<Store> {
  const transport = await transportFor(settings)
  const { locksKeys = false } = transport
  const roundTrips = { count: 0 }
  const sendNow = batched(transport, roundTrips, settings.STORE_TIMEOUT_MS)
  let isHeld = false
  const send = noteFailures((command) => (isHeld ? Promise.reject(beingPrepared()) : sendNow(command)))
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
    clock: createStoreClock(settings.STORE_TIMEOUT_MS),
    close: () => transport.close(),
  }
}

/**
 * Creates the requester through which `@upstash/redis` sends its commands.
 * @param locksKeys whether the store knows the flag that Upstash's libraries put on scripts.
 */
export function createRequester(send: Send, locksKeys: boolean): Requester {
  const portable = locksKeys ? (command: Command) => command : portableScripts()
  return {
    // The library sends one command, or a pipeline of several. It makes no other requests here.
    request: (async ({ path, body }: { path?: string[]; body?: unknown }) => {
      if (path?.[0] === 'pipeline') return Promise.all((body as Command[]).map((command) => send(portable(command))))
      if (path?.length) throw new Error(`the store does not speak ${path.join('/')}`)
      return send(portable(body as Command))
    }) as Requester['request'],
  }
}

/** A flag specific to Upstash: its libraries put it on every script, and any other Redis refuses it. */
const upstashFlag = /^#!lua flags=allow-key-locking\n/

/**
 * Lets scripts written for Upstash run on any Redis: removes the flag line, and sends the hash of the rest instead of the
 * library's, so that a script costs one round trip from its second call on.
 */
export function portableScripts(): (command: Command) => Command {
  const portableHashes = new Map<string, string>()

  return (command) => {
    const [name, script, ...rest] = command
    if (typeof script !== 'string') return command
    if (String(name).toUpperCase() === 'EVALSHA') return [name, portableHashes.get(script) ?? script, ...rest]
    if (String(name).toUpperCase() !== 'EVAL' || !upstashFlag.test(script)) return command
    const stripped = script.replace(upstashFlag, '')
    portableHashes.set(sha1(script), sha1(stripped))
    return [name, stripped, ...rest]
  }
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

const beingPrepared = () => new StoreUnavailable('the store is not prepared yet; this was not sent', false)

async function transportFor(settings: Env): Promise<Transport> {
  const {
    UPSTASH_REDIS_REST_URL: url,
    UPSTASH_REDIS_REST_TOKEN: token,
    REDIS_URL,
    DATA_DIR,
    STORE_TIMEOUT_MS,
  } = settings
  if (url && token) return upstashTransport(url, token, STORE_TIMEOUT_MS)
  if (REDIS_URL) return tcpTransport(REDIS_URL)
  return embeddedTransport(DATA_DIR)
}

const opened = perProcess<Promise<Store>>('store')

/** Returns the store of this process, which is opened at the first call. If opening fails, the next call tries again. */
export function store(): Promise<Store> {
  opened.value ??= openStore(env()).catch((error: unknown) => {
    opened.value = undefined
    throw error
  })
  return opened.value
}

/**
 * Runs a script by its hash, and sends it in full only to a Redis that does not have it yet. Returns the result as Redis sends
 * it.
 * @throws PinrefError `store_unavailable`; Error if the script fails.
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

/** Enough tries to get an answer if the store is slow but not hung, or if this process is overloaded. */
const maxTries = 5

/**
 * Runs a `timelyScript`, which does nothing if it runs so late that its caller may already have got an error.
 * @throws StoreUnavailable, also if every try ran too late; Error if the script fails.
 */
export async function runTimelyScript(
  timely: Script,
  keys: readonly string[],
  args: ReadonlyArray<string | number>,
): Promise<unknown> {
  const current = await store()
  const { clock } = current
  // A script that ran too late did nothing, so it may be sent again: our event loop was busy, or the store's clock was set.
  for (let tries = 0; tries < maxTries; tries++) {
    const [storeMs, ...results] = (await runIn(current, timely, keys, [...args, clock.deadline()])) as [
      number,
      ...unknown[],
    ]
    clock.learn(storeMs)
    if (results.length > 0) return results[0]
  }
  throw new StoreUnavailable(new Error('the store was too slow, and did nothing'), false)
}
