import { UpstreamFailure } from './failure'
import { type Lookup, sharerOf } from './lookup'

/**
 * Runs work when it is the caller's turn and one of a fixed number of slots is free. Tells the work whether it had to
 * wait.
 */
export type RunInSlot = <T>(work: (waited: boolean) => Promise<T>, lookup: Lookup) => Promise<T>

export interface SlotsOptions {
  /** How many calls may run at once. */
  concurrency: number
  /** How many calls may wait. */
  queue: number
  /** How many of one caller's calls may run at once. */
  perCaller: number
}

interface Waiting {
  /** See `sharerOf`. */
  sharer: string
  /** The account or visitor. In the background, callers with the same `sharer` take turns. */
  caller: string
  inBackground: boolean
  /** Callers with a lower rank go first. */
  rank: number
  enter(): void
  refuse(): void
}

/** The half-life of an account's used background slots, and how many accounts are remembered. */
const halvedAfterMs = 20_000
const maxAccounts = 1_000

/**
 * Limits how much work runs and waits, and shares the slots fairly among callers. A free slot goes to the waiting
 * caller with the fewest running calls, or, in a tie, the one waiting longest. Background work gets a slot only if no
 * other caller can use it, and holds at most half of all slots; watchlists get a slot only if no batch can use it.
 * Among accounts in the background, the one with the fewest recent slots goes first, so a small batch does not wait for
 * a large one. If the queue is full, a caller with fewer waiting calls than another replaces the other's latest call. A
 * caller who disconnects leaves the queue at once.
 *
 * Libraries for this (cockatiel's bulkhead, p-queue) know an order or a priority, but no callers to be fair to.
 * @throws UpstreamFailure `busy` if the queue is full; the signal's reason if it aborts while waiting.
 */
export function createSlots({ concurrency, queue, perCaller }: SlotsOptions): RunInSlot {
  let free = concurrency
  /** How many slots each caller holds; the background is one caller. */
  const running = new Map<string, number>()
  /** How many slots each account has recently used in the background. */
  const lately = new Map<string, { count: number; atMs: number }>()
  /** The waiting calls, in order of arrival. */
  const waiting = new Set<Waiting>()

  const runningOf = (caller: string) => running.get(caller) ?? 0
  const maxOf = (inBackground: boolean) => (inBackground ? Math.min(perCaller, Math.ceil(concurrency / 2)) : perCaller)

  function latelyOf(caller: string, nowMs: number): number {
    const { count, atMs } = lately.get(caller) ?? { count: 0, atMs: nowMs }
    return count * 0.5 ** ((nowMs - atMs) / halvedAfterMs)
  }

  function start({ sharer, caller }: Sharing): void {
    free--
    running.set(sharer, runningOf(sharer) + 1)
    if (sharer === caller) return
    const atMs = Date.now()
    const count = latelyOf(caller, atMs) + 1
    if (lately.size >= maxAccounts) lately.clear()
    lately.set(caller, { count, atMs })
  }

  function take(lookup: Lookup): Promise<void> | undefined {
    const { signal, inBackground = false, isLast = false } = lookup
    const who = sharingOf(lookup)
    if (free > 0 && runningOf(who.sharer) < maxOf(inBackground)) return void start(who)
    if (waiting.size >= queue) makeRoomFor(who)
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        waiting.delete(one)
        signal.removeEventListener('abort', giveUp)
        reject(reason)
      }
      const giveUp = () => leave(signal.reason)
      const one: Waiting = {
        ...who,
        inBackground,
        rank: isLast ? 2 : Number(inBackground),
        enter() {
          waiting.delete(one)
          signal.removeEventListener('abort', giveUp)
          start(who)
          resolve()
        },
        refuse: () => leave(new UpstreamFailure('busy')),
      }
      waiting.add(one)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  /**
   * Rejects the latest call of the caller with the most waiting calls, but only if the new caller then has no more
   * waiting calls than that caller, so callers do not keep pushing each other out.
   */
  function makeRoomFor(who: Sharing): void {
    const [sharers, callers] = [new Map<string, Waiters>(), new Map<string, Waiters>()]
    for (const one of waiting) {
      sharers.set(one.sharer, { count: (sharers.get(one.sharer)?.count ?? 0) + 1, one })
      if (one.inBackground) callers.set(one.caller, { count: (callers.get(one.caller)?.count ?? 0) + 1, one })
    }
    const most = mostWaiting(sharers)
    if (!most) throw new UpstreamFailure('busy')
    const isOwn = most.one.sharer === who.sharer && most.one.inBackground
    const victim = most.one.inBackground ? (mostWaiting(callers) ?? most) : most
    const ownCount = isOwn ? callers.get(who.caller)?.count : sharers.get(who.sharer)?.count
    if ((ownCount ?? 0) + 1 >= (isOwn ? victim : most).count) throw new UpstreamFailure('busy')
    victim.one.refuse()
  }

  function give({ sharer }: Sharing): void {
    free++
    const left = runningOf(sharer) - 1
    if (left > 0) running.set(sharer, left)
    else running.delete(sharer)
    const nowMs = Date.now()
    let next: Waiting | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const one of waiting) {
      if (runningOf(one.sharer) >= maxOf(one.inBackground)) continue
      const runs = one.inBackground ? latelyOf(one.caller, nowMs) : runningOf(one.caller)
      const rank = next?.rank ?? Number.POSITIVE_INFINITY
      if (one.rank > rank || (one.rank === rank && runs >= fewest)) continue
      next = one
      fewest = runs
    }
    next?.enter()
  }

  return async (work, lookup) => {
    lookup.signal.throwIfAborted()
    const turn = take(lookup)
    await turn
    try {
      return await work(turn !== undefined)
    } finally {
      give(sharingOf(lookup))
    }
  }
}

type Sharing = Pick<Waiting, 'sharer' | 'caller'>

/** How many calls are waiting, and the latest one. */
interface Waiters {
  count: number
  one: Waiting
}

const mostWaiting = (all: ReadonlyMap<string, Waiters>): Waiters | undefined =>
  [...all.values()].sort((a, b) => b.count - a.count)[0]

const sharingOf = (lookup: Lookup): Sharing => ({ sharer: sharerOf(lookup), caller: lookup.caller })
