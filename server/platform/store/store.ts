import { Redis } from '@upstash/redis'
import { pagesOnly, perProcess } from '@/server/platform/runtime/per-process'
import { type Env, env } from '@/server/platform/settings/env'
import { batched, type RoundTrips, type Send, StoreUnavailable } from './batch'
import { embeddedTransport } from './embedded/embedded-redis'
import { createRequester, keyLocking, type Script } from './script'
import { withinSilence } from './silence'
import { recordFailures } from './store-failure'
import { createStoreGuard, firstTag, type StoreGuard } from './store-marker'
import { tcpTransport } from './tcp'
import type { Command, Reply, Transport } from './transport'
import { upstashTransport } from './upstash'

/**
 * The one Redis store with all lasting and shared data. Every command throws `PinrefError` `store_unavailable` if the
 * store does not reply within `STORE_TIMEOUT_MS`.
 */
export interface Store {
  redis: Redis
  /**
   * Sends one command and returns the raw reply. The scripts that count calls use this, because a client library would
   * double their cost.
   */
  send: Send
  /**
   * Yields the Redis keys that match a SCAN pattern, a few at a time. A key may be repeated.
   * @throws StoreUnavailable, also if the store doesn't respond within `silenceLimitMs`.
   */
  scan(pattern: string): AsyncIterable<string[]>
  /**
   * Runs work that uses the store through the `send` function passed to it. Meanwhile, all of this process's other
   * commands are rejected as if the store were down.
   */
  whileHeld<T>(work: (send: Send) => Promise<T>): Promise<T>
  /** Whether commands are rejected because such work is in progress. */
  readonly isHeld: boolean
  /** Rejects commands if the store was emptied or replaced. Off at first. */
  guard: StoreGuard
  /** Calls the listener whenever the store fails to serve a command, and when the guard begins to reject commands. */
  onUnavailable(listener: () => void): void
  /** For checks of the store itself, which `whileHeld` and the guard do not block. */
  direct: {
    send: Send
    /** Sends a command without keys to each node. Promises reject with the connection's errors. */
    sendToEach(command: Command): Promise<Reply>[]
    /** Returns one hash tag for each node. */
    tags(): readonly string[]
    /** Returns the reason why there is no connection to the store, if known. */
    fault(): Error | undefined
  }
  /** Whether scripts need the flag that makes them lock only their own keys. True on Upstash. */
  locksKeys: boolean
  roundTrips: RoundTrips
  clock: StoreClock
  close(): Promise<void>
}

/** Opens the store that the environment specifies: Upstash, or else Redis over TCP, or else embedded Redis. */
async function openStore(settings: Env): Promise<Store> {
  const transport = await transportFor(settings)
  const { locksKeys = false } = transport
  const roundTrips = { count: 0 }
  const listeners = new Set<() => void>()
  const onUnavailable = () => {
    for (const listener of listeners) listener()
  }
  const sendNow = batched(transport, roundTrips, settings.STORE_TIMEOUT_MS, onUnavailable)
  const tags = () => transport.tags?.() ?? [firstTag]
  const guard = createStoreGuard({ send: sendNow, tags, isCluster: transport.tags !== undefined, isUpstash: locksKeys })
  transport.onLoss?.(() => guard.doubt())
  guard.onChange((isRefused) => isRefused && onUnavailable())
  // Other processes begin or follow once they are prepared.
  if (pagesOnly.value) guard.followLater()
  let isHeld = false
  const send = recordFailures((command) => {
    if (isHeld) return Promise.reject(beingPrepared())
    const check = guard.admit()
    return check ? check.then(() => sendNow(command)) : sendNow(command)
  })
  return {
    redis: new Redis(createRequester(send, locksKeys)),
    send,
    async *scan(pattern) {
      const pages = transport.scan(pattern)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const page = await withinSilence(pages.next())
          if (page.done) return
          yield page.value
        }
      } catch (cause) {
        throw new StoreUnavailable(cause, false)
      } finally {
        // Not awaited, because a silent store would never end it.
        pages.return?.().catch(() => {})
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
    get isHeld() {
      return isHeld
    },
    guard,
    onUnavailable: (listener) => void listeners.add(listener),
    direct: {
      send: sendNow,
      sendToEach: (command) => transport.sendToEach?.(command) ?? transport.send([command]),
      tags,
      fault: () => transport.fault?.(),
    },
    locksKeys,
    roundTrips,
    clock: createStoreClock(settings.STORE_TIMEOUT_MS),
    close: () => transport.close(),
  }
}

const beingPrepared = () => new StoreUnavailable('the store is not prepared yet', false)

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

/** Returns this process's store, which is opened on the first call. If opening fails, the next call tries again. */
export function store(): Promise<Store> {
  opened.value ??= openStore(env()).catch((error: unknown) => {
    opened.value = undefined
    throw error
  })
  return opened.value
}

/**
 * Runs a script by its hash and sends the source only to a server that does not have it yet. Returns the raw result.
 * @throws PinrefError `store_unavailable`; Error if the script fails.
 */
export async function runScript(
  script: Script,
  keys: readonly string[],
  args: ReadonlyArray<string | number>,
): Promise<unknown> {
  return runIn(await store(), script, keys, args)
}

async function runIn(
  { send, locksKeys }: Store,
  script: Script,
  keys: readonly string[],
  args: ReadonlyArray<string | number>,
): Promise<unknown> {
  const { source, sha } = locksKeys ? keyLocking(script) : script
  let reply = await send(['EVALSHA', sha, keys.length, ...keys, ...args])
  if ('error' in reply && reply.error.startsWith('NOSCRIPT')) {
    reply = await send(['EVAL', source, keys.length, ...keys, ...args])
  }
  if ('error' in reply) throw new Error(`a script failed: ${reply.error}`)
  return reply.result
}

/**
 * The number of tries, which is enough to get a reply if the store is slow but not hung, or if this process is
 * overloaded.
 */
const maxTries = 5

/**
 * Runs a `timelyScript`, which does nothing if it runs so late that the caller may already have received an error.
 * @throws StoreUnavailable, including when every try ran too late; Error if the script fails.
 */
export async function runTimelyScript(
  timely: Script,
  keys: readonly string[],
  args: ReadonlyArray<string | number>,
): Promise<unknown> {
  const current = await store()
  const { clock } = current
  // A script that ran too late did nothing, so it may be sent again. Either our event loop was busy, or the store's
  // clock was changed.
  for (let tries = 0; tries < maxTries; tries++) {
    const [storeMs, ...results] = (await runIn(current, timely, keys, [...args, clock.deadline()])) as [
      number,
      ...unknown[],
    ]
    clock.learn(storeMs)
    if (results.length > 0) return results[0]
  }
  throw new StoreUnavailable(new Error('the store was too slow and did nothing'), false)
}

/**
 * How soon a script must run after it is sent: within this time or this share of its caller's wait, whichever is
 * shorter. This leaves time for the reply to arrive and ensures that a script never runs after its caller has given up.
 */
const maxPatienceMs = 800
const patienceShare = 0.8

/**
 * The minimum time before newer measurements replace an older one. Newer ones must replace it at some point, because
 * both clocks drift a little.
 */
const renewMs = 10_000

/** An estimate of the store's clock. */
export interface StoreClock {
  /** Returns the latest time at which a script sent now may run, by the store's clock in epoch milliseconds. */
  deadline(): number
  /** Records the store's time when it ran the script whose reply has just arrived. */
  learn(storeMs: number): void
}

/**
 * Uses replies to measure how far the store's clock is ahead of our own (`performance.now()`, which is never adjusted).
 * A reply takes time to arrive, so the measured difference is at most the true difference. The largest difference in
 * the last few seconds is the best estimate and is never too large. Until the first reply, the store's clock is assumed
 * to match the system clock.
 * @param timeoutMs how long a caller waits for the store.
 */
export function createStoreClock(timeoutMs: number, now: () => number = () => performance.now()): StoreClock {
  const patienceMs = Math.min(maxPatienceMs, Math.floor(patienceShare * timeoutMs))
  let aheadMs = performance.timeOrigin
  let largest = Number.NEGATIVE_INFINITY
  let largestBefore = Number.NEGATIVE_INFINITY
  let since = Number.NEGATIVE_INFINITY

  return {
    deadline: () => Math.floor(now() + aheadMs) + patienceMs,
    learn(storeMs) {
      const nowMs = now()
      if (nowMs - since > renewMs) {
        largestBefore = nowMs - since > 2 * renewMs ? Number.NEGATIVE_INFINITY : largest
        largest = Number.NEGATIVE_INFINITY
        since = nowMs
      }
      largest = Math.max(largest, storeMs - nowMs)
      aheadMs = Math.max(largest, largestBefore)
    },
  }
}
