import type { PinrefError } from './errors.js'

/** The longest wait before a retry. A used-up quota would take hours, so the client does not wait for it. */
const longestWaitMs = 60_000
const firstWaitMs = 500

/** How the calls of a client are retried. */
export interface Retries {
  maxRetries: number
  /** If set, waits for the rate limit are no retries: there may be any number of them. Called before each, with the wait. */
  onRateLimit: ((waitMs: number) => void) | null
}

/**
 * Returns how long to wait before the same call is made again, in milliseconds: as long as `Retry-After` says, and at least
 * 0.5, 1, 2 … seconds, plus up to half a second at random, so that callers do not all come back at once.
 * @param attempt how many calls were made before this one failed.
 * @returns null if another call would not help, or if all retries are used up.
 */
export function retryWaitMs(error: PinrefError, attempt: number, retries: Retries): number | null {
  const isPaced = isForRateLimit(error, retries)
  if (!isPaced && (attempt >= retries.maxRetries || !mayPass(error))) return null
  const waitMs = Math.max((error.retryAfterSeconds ?? 0) * 1000, firstWaitMs * 2 ** (isPaced ? 0 : attempt))
  return waitMs > longestWaitMs ? null : waitMs + Math.random() * firstWaitMs
}

/** Returns whether the wait before the same call keeps to the rate limit, and is no retry. */
export const isForRateLimit = ({ code }: PinrefError, { onRateLimit }: Retries): boolean =>
  onRateLimit !== null && code === 'too_many_requests'

function mayPass({ code, status }: PinrefError): boolean {
  if (code === 'unreachable' || code === 'timed_out' || code === 'too_many_requests') return true
  return status !== null && (status >= 500 || (status === 429 && code === 'unexpected_answer'))
}

/**
 * Returns the seconds that a `Retry-After` header asks for (RFC 9110, section 10.2.3: seconds, or a date); null without one.
 */
export function retryAfterOf(header: string | null, nowMs: number): number | null {
  if (header === null || header.trim() === '') return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMs) / 1000))
}

/** Waits. If the signal aborts, fails at once with its reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
