import { Malformed } from './script-values'

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

/** Reads the reply to `TIME`: the store's time in epoch milliseconds, with a fraction. @throws Malformed. */
export function readTime(reply: unknown): number {
  const [seconds, micros] = Array.isArray(reply) ? reply.map(Number) : []
  if (seconds === undefined || micros === undefined || Number.isNaN(seconds + micros))
    throw new Malformed('expected a time')
  return seconds * 1_000 + micros / 1_000
}
