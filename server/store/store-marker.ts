import { randomBytes } from 'node:crypto'
import { type Send, StoreUnavailable } from './batch'

/** How often a process checks that its store is still the same one. */
const checkEveryMs = 10_000

/** The interval between these checks for Upstash, which charges for each command. */
const checkEveryAtUpstashMs = 60_000

/** How soon to repeat a check that failed or found another store. */
const checkAgainMs = 500

/** The Redis key for the time when a store, or a node of a store, was first used. */
export const markerKey = (tag: string) => `pinref:{${tag}}:created`

/** The hash tag of the marker that every store has. */
export const firstTag = '0'

/** Rejects a store that lost its data, or that replaced another one, while this process was running. */
export interface StoreGuard {
  /** Whether the store is rejected. */
  readonly isRefused: boolean
  /** Marks the store if it has no marker, and remembers the marker. @throws StoreUnavailable. */
  begin(): Promise<void>
  /** Remembers the marker as soon as it is seen. Used by a process that leaves marking to other processes. */
  beginLater(): void
  /** Checks the marker now, if there is one. @throws StoreUnavailable. */
  check(): Promise<void>
  /**
   * Called before each command. Returns null if the command may be sent immediately, together with a check if one is
   * due. Otherwise, the command waits for the promise, because after a lost connection, the store may be a different
   * one.
   */
  admit(): Promise<void> | null
  /** Records that a connection was lost. */
  doubt(): void
}

interface GuardedStore {
  send: Send
  /** Returns a hash tag on each node of the store. */
  tags(): readonly string[]
  isCluster: boolean
  isUpstash: boolean
}

/**
 * Creates a store's guard. A store's marker is the store's creation time; each additional node in a cluster has its own
 * marker. A process that has seen a marker rejects a store without it, or with a different one, until the process sees
 * its own marker again. A new process accepts any store, so an operator restarts Pinref to accept a store that was
 * emptied on purpose.
 */
export function createStoreGuard({ send, tags, isCluster, isUpstash }: GuardedStore): StoreGuard {
  const everyMs = isUpstash ? checkEveryAtUpstashMs : checkEveryMs
  /** The markers, by key. */
  const seen = new Map<string, string>()
  let isOn = false
  let isRefused = false
  let dueAt = 0
  /** The number of lost connections, in total and before the last check. */
  let losses = 0
  let checkedLosses = 0
  let checking: Promise<void> | null = null

  async function get(key: string): Promise<string | null> {
    const reply = await send(['GET', key])
    if ('error' in reply) throw new StoreUnavailable(reply.error, false)
    return reply.result === null ? null : String(reply.result)
  }

  async function mark(key: string): Promise<void> {
    const newMarker = `${new Date().toISOString()} ${randomBytes(4).toString('hex')}`
    const marker = (await get(key)) ?? (await create(send, key, newMarker)) ?? (await get(key))
    if (marker !== null) seen.set(key, marker)
  }

  /** Compares all markers that can be read. @throws StoreUnavailable if none can be read. */
  async function compare(): Promise<void> {
    const lossesBefore = losses
    const keys = tags().map(markerKey)
    const results = await Promise.allSettled(keys.map(get))
    const [failure] = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    dueAt = performance.now() + (failure ? checkAgainMs : everyMs)
    if (failure && results.every(({ status }) => status === 'rejected')) throw failure
    const isOther = keys.some((key, at) => {
      const one = results[at]
      if (one?.status !== 'fulfilled') return false
      const before = seen.get(key)
      if (before === undefined && one.value !== null) seen.set(key, one.value)
      return before !== undefined && before !== one.value
    })
    isRefused = isOther || (isRefused && failure !== undefined)
    checkedLosses = Math.max(checkedLosses, lossesBefore)
    if (isRefused) dueAt = performance.now() + checkAgainMs
  }

  function check(): Promise<void> {
    if (!isOn) return Promise.resolve()
    checking ??= compare().finally(() => {
      checking = null
    })
    return checking
  }

  return {
    get isRefused() {
      return isRefused
    },
    async begin() {
      const lossesBefore = losses
      // One node is enough to start, and the other nodes are known only after that. The next check covers them.
      await mark(markerKey(firstTag))
      await Promise.allSettled(tags().map(markerKey).map(mark))
      isOn = true
      checkedLosses = lossesBefore
      dueAt = performance.now() + everyMs
    },
    beginLater() {
      isOn = true
    },
    check,
    admit() {
      if (!isOn) return null
      const isDue = performance.now() >= dueAt
      // On a cluster, commands for other nodes must not wait for the lost node.
      if (losses > checkedLosses && !isCluster) return check().then(refuseIfOther, notSent)
      if (isDue) check().catch(() => {})
      return isRefused ? Promise.reject(otherStore()) : null
    },
    doubt() {
      losses += 1
      dueAt = 0
    },
  }

  function refuseIfOther() {
    if (isRefused) throw otherStore()
  }
}

/** Writes a marker if there is none. Returns null if another process has just written one. */
async function create(send: Send, key: string, marker: string): Promise<string | null> {
  const reply = await send(['SET', key, marker, 'NX'])
  if ('error' in reply) throw new StoreUnavailable(reply.error, false)
  return reply.result === null ? null : marker
}

function notSent({ cause }: StoreUnavailable): never {
  throw new StoreUnavailable(cause, false)
}

const otherStore = () => new StoreUnavailable('the store was emptied or replaced while this process was running', false)
