import { UpstreamFailure } from './failure'

/** Runs work when one of a fixed number of slots is free, in the order of asking. */
export type RunInSlot = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * A bound on how much runs and how much may wait. Who leaves the queue makes room at once, so that callers who have gone
 * never keep those out who are still there.
 * @throws UpstreamFailure `busy` at once where the queue is full; the signal's reason where it aborts while waiting.
 */
export function createSlots(concurrency: number, queue: number): RunInSlot {
  let free = concurrency
  const waiting = new Set<() => void>()

  function take(signal: AbortSignal): Promise<void> | undefined {
    if (free > 0) {
      free--
      return
    }
    if (waiting.size >= queue) throw new UpstreamFailure('busy')
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(enter)
        reject(signal.reason)
      }
      waiting.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Hands the slot to the next in the queue, or puts it back. */
  function give(): void {
    const [next] = waiting
    if (next === undefined) {
      free++
      return
    }
    waiting.delete(next)
    next()
  }

  return async (work, signal) => {
    signal.throwIfAborted()
    await take(signal)
    try {
      return await work()
    } finally {
      give()
    }
  }
}
