/**
 * How long after it is sent a script may still run: at most this long, and at most this share of the time its caller waits. The
 * answer then has time to travel, and a script whose caller has given up never runs.
 */
const maxPatienceMs = 800
const patienceShare = 0.8

/** How long a measurement counts at least before newer ones replace it. They must, because both clocks drift a little. */
const renewMs = 10_000

/** An estimate of the store's clock. */
export interface StoreClock {
  /** Returns the latest time, by the store's clock in epoch milliseconds, at which a script sent now may run. */
  deadline(): number
  /** Takes in the time that the store's clock showed when it ran the script whose answer has just arrived. */
  learn(storeMs: number): void
}

/**
 * Learns from answers how far the store's clock is ahead of our own (`performance.now()`, which is never set). An answer has
 * traveled for a while, so the difference it shows is at most the true one. The largest difference of the last seconds is the
 * best estimate, and never too large. Until the first answer, the store's clock is assumed to agree with the system's.
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
