/**
 * How long a script may take to be run. Its caller waits a second, so that an answer has time to travel, and a script whose
 * caller has given up is never run.
 */
const patienceMs = 800

/** Both clocks drift a little. */
const renewMs = 10_000

/** What is known of the store's clock. */
export interface StoreClock {
  /** The latest time, by the clock of the store in epoch milliseconds, at which a script that is sent now may run. */
  deadline(): number
  /** Takes in what the clock of the store showed when it ran the script that was answered just now. */
  learn(storeMs: number): void
}

/**
 * Learns from answers how far the store's clock is ahead of our own (`performance.now()`, which is never set). An answer has
 * travelled for a while, so it shows at most the true difference; the largest of the last seconds is the best, and never too
 * large. Before the first answer the store's clock is taken to be right.
 */
export function createStoreClock(now: () => number = () => performance.now()): StoreClock {
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
