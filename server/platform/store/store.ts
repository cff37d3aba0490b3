import type { Redis } from '@upstash/redis'
import { perProcess, preparation } from '@/server/platform/runtime/per-process'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { type Env, env } from '@/server/platform/settings/env'
import { createStoreClock, type StoreClock } from './clock'
import { pipelined, type RoundTrips } from './pipeline'
import { createRequester } from './requester'
import { createScriptRunner, type RunScript } from './run-script'
import { withinSilence } from './silence'
import { recordFailures } from './store-failure'
import { createStoreGuard, firstTag, type StoreGuard } from './store-marker'
import type { Command, Reply, Send, Transport } from './transport'
import { StoreUnavailable } from './unavailable'
import { upstashTransport } from './upstash'

/**
 * The one Redis store with all lasting and shared data. Every command throws `PinrefError` `store_unavailable` if the
 * store does not reply within `STORE_TIMEOUT_MS`.
 */
export interface Store {
  redis: Redis
  /** Sends one command and returns the raw reply. Commands from the same turn of the event loop share a round trip. */
  send: Send
  /** Runs a script; see `defineScript`, which declares its arguments and reads its reply. */
  script: RunScript
  /**
   * Yields the Redis keys that match a SCAN pattern, a few at a time. A key may be repeated.
   * @throws StoreUnavailable, also if the store doesn't respond within `silenceLimitMs`.
   */
  scan(pattern: string): AsyncIterable<string[]>
  /**
   * Runs work that uses the store through the functions passed to it. Meanwhile, all of this process's other commands are
   * rejected as if the store were down.
   */
  whileHeld<T>(work: (held: Pick<Store, 'send' | 'script' | 'clock'>) => Promise<T>): Promise<T>
  /** Whether commands are rejected because such work is in progress. */
  readonly isHeld: boolean
  /** Rejects commands if the store was emptied or replaced. Off at first. */
  guard: StoreGuard
  /** Calls the listener whenever the store fails to serve a command, and when the guard begins to reject commands. */
  onUnavailable(listener: () => void): void
  /** Calls the listener each time a connection is lost, and each time a new one can't be opened. */
  onLoss(listener: () => void): void
  /** For checks of the store itself, which `whileHeld` and the guard do not block. */
  direct: {
    send: Send
    /** Sends a command without keys to each node. Promises reject with the connection's errors. */
    sendToEach(command: Command): Promise<Reply>[]
    /** Returns one hash tag for each node. */
    tags(): readonly string[]
    /** Returns the address of a key's node on a cluster; empty if unknown, or if there is only one node. */
    nodeOf(key: string): string
    /** Returns the ranges of hash slots that no node of a cluster serves, as in `0-5460`; none if unknown. */
    gaps(): Promise<readonly string[]>
    /**
     * Returns the reason why there is no connection to the store, if known.
     * @param node the address of a cluster's node, for its own reason.
     */
    fault(node?: string): Error | undefined
  }
  /** Whether scripts lock only their own keys. True on Upstash. */
  locksKeys: boolean
  roundTrips: RoundTrips
  clock: StoreClock
  close(): Promise<void>
}

/** Opens the store that the environment specifies: Upstash, or else Redis over TCP, or else embedded Redis. */
async function openStore(settings: Env): Promise<Store> {
  // A route file's copy of this module doesn't need this library if another copy has opened the store.
  const [transport, { Redis }] = await Promise.all([transportFor(settings), import('@upstash/redis')])
  const { locksKeys = false } = transport
  const roundTrips = { count: 0 }
  const listeners = new Set<() => void>()
  const onUnavailable = () => {
    for (const listener of listeners) listener()
  }
  const sendNow = pipelined(transport, roundTrips, settings.STORE_TIMEOUT_MS, onUnavailable)
  const tags = () => transport.tags?.() ?? [firstTag]
  const guard = createStoreGuard({ send: sendNow, tags, isCluster: transport.tags !== undefined, isUpstash: locksKeys })
  transport.onLoss?.(() => guard.doubt())
  guard.onChange((isRefused) => isRefused && onUnavailable())
  let isHeld = false
  const send = recordFailures((command) => {
    if (isHeld) return Promise.reject(beingPrepared())
    const check = guard.verify()
    return check ? check.then(() => sendNow(command)) : sendNow(command)
  })
  const clock = createStoreClock(settings.STORE_TIMEOUT_MS)
  return {
    redis: new Redis(createRequester(send, locksKeys)),
    send,
    script: createScriptRunner(send, locksKeys),
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
        return await work({ send: sendNow, script: createScriptRunner(sendNow, locksKeys), clock })
      } finally {
        isHeld = false
      }
    },
    get isHeld() {
      return isHeld
    },
    guard,
    onUnavailable: (listener) => void listeners.add(listener),
    onLoss: (listener) => transport.onLoss?.(listener),
    direct: {
      send: sendNow,
      sendToEach: (command) => transport.sendToEach?.(command) ?? transport.send([command]),
      tags,
      nodeOf: (key) => transport.route?.(['EXISTS', key]).node ?? '',
      gaps: async () => {
        const gaps = transport.gaps?.() ?? Promise.resolve([])
        return withTimeout(gaps, settings.STORE_TIMEOUT_MS, () => new Error('no response')).catch(() => [])
      },
      fault: (node) => transport.fault?.(node),
    },
    locksKeys,
    roundTrips,
    clock,
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
  // A store over HTTP doesn't need these modules and their libraries.
  if (REDIS_URL) return (await import('./tcp')).tcpTransport(REDIS_URL)
  return (await import('./embedded/embedded-redis')).embeddedTransport(DATA_DIR)
}

const opened = perProcess<Promise<Store>>('store')

/** Returns this process's store, once the process is prepared. */
export function store(): Promise<Store> {
  return preparation.value ? preparation.value().then(unpreparedStore) : unpreparedStore()
}

/**
 * Returns this process's store, which is opened on the first call, to prepare the process. If opening fails, the next
 * call tries again.
 */
export function unpreparedStore(): Promise<Store> {
  opened.value ??= openStore(env()).catch((error: unknown) => {
    opened.value = undefined
    throw error
  })
  return opened.value
}
