import { UpstreamFailure } from './failure'

/** Runs work when one of a fixed number of slots is free, first come, first served. */
export type RunInSlot = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * Bounds how much runs and how much waits. A caller who gives up leaves the queue at once, so that it never blocks those
 * who still wait.
 * @throws UpstreamFailure `busy` at once if the queue is full; the signal's reason if it aborts while waiting.
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
