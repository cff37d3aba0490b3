import { UpstreamFailure } from './failure'
import { type Lookup, sharerOf } from './lookup'

/** Runs work when it is the caller's turn and one of a fixed number of slots is free. The work learns whether it had to wait. */
export type RunInSlot = <T>(work: (waited: boolean) => Promise<T>, lookup: Lookup) => Promise<T>

export interface SlotsOptions {
  /** How many pieces of work may run at once. */
  concurrency: number
  /** How many may wait. */
  queue: number
  /** How many of one caller may run at once. */
  perCaller: number
}

interface Waiting {
  /** See `sharerOf`. */
  caller: string
  inBackground: boolean
  enter(): void
  refuse(): void
}

/**
 * Bounds how much work runs and waits, and is fair to callers. A free slot goes to the waiting caller with the fewest running,
 * and among equals to whoever has waited longest. The background gets it only if nobody else can take it, and holds at most half
 * of all slots. If the queue is full, a caller with fewer waiting than another takes the place of the other's latest. A caller
 * who gives up leaves the queue at once.
 * @throws UpstreamFailure `busy` if the queue is full; the signal's reason if it aborts while waiting.
 */
export function createSlots({ concurrency, queue, perCaller }: SlotsOptions): RunInSlot {
  let free = concurrency
  /** How many slots each caller holds. */
  const running = new Map<string, number>()
  /** In the order in which they asked. */
  const waiting = new Set<Waiting>()

  const runningOf = (caller: string) => running.get(caller) ?? 0
  const maxOf = (inBackground: boolean) => (inBackground ? Math.min(perCaller, Math.ceil(concurrency / 2)) : perCaller)

  function start(caller: string): void {
    free--
    running.set(caller, runningOf(caller) + 1)
  }

  function take(lookup: Lookup): Promise<void> | undefined {
    const { signal, inBackground = false } = lookup
    const caller = sharerOf(lookup)
    if (free > 0 && runningOf(caller) < maxOf(inBackground)) return void start(caller)
    if (waiting.size >= queue) makeRoomFor(caller)
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        waiting.delete(one)
        signal.removeEventListener('abort', giveUp)
        reject(reason)
      }
      const giveUp = () => leave(signal.reason)
      const one: Waiting = {
        caller,
        inBackground,
        enter() {
          waiting.delete(one)
          signal.removeEventListener('abort', giveUp)
          start(caller)
          resolve()
        },
        refuse: () => leave(new UpstreamFailure('busy')),
      }
      waiting.add(one)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  /**
   * Refuses the latest of the caller with the most waiting, but only if the new caller then has no more waiting than that one:
   * nobody gains by pushing each other out in turn.
   */
  function makeRoomFor(caller: string): void {
    const latest = new Map<string, { count: number; one: Waiting }>()
    for (const one of waiting) latest.set(one.caller, { count: (latest.get(one.caller)?.count ?? 0) + 1, one })
    const [most] = [...latest.values()].sort((a, b) => b.count - a.count)
    if (!most || (latest.get(caller)?.count ?? 0) + 1 >= most.count) throw new UpstreamFailure('busy')
    most.one.refuse()
  }

  function give(caller: string): void {
    free++
    const left = runningOf(caller) - 1
    if (left > 0) running.set(caller, left)
    else running.delete(caller)
    let next: Waiting | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const one of waiting) {
      const runs = runningOf(one.caller)
      if (runs >= maxOf(one.inBackground)) continue
      const comesFirst = next === undefined || (next.inBackground && !one.inBackground)
      if (!comesFirst && (runs >= fewest || (one.inBackground && !next?.inBackground))) continue
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
      give(sharerOf(lookup))
    }
  }
}
