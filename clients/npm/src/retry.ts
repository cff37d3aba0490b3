import type { PinrefError } from './errors.js'

/**
 * The maximum wait before a retry. An exhausted quota can take hours to reset, so the client does not wait for the
 * reset.
 */
const longestWaitMs = 60_000
const firstWaitMs = 500

/** How a client's calls are retried. */
export interface Retries {
  maxRetries: number
  /** If set, waits for the rate limit don't count as retries. Called before each wait. */
  onRateLimit: ((waitMs: number) => void) | null
}

/**
 * Returns how long to wait before a retry, in milliseconds: the delay in `Retry-After`, but at least 0.5, 1, 2 …
 * seconds, plus up to half a second of jitter.
 * @param attempt the number of earlier attempts.
 * @returns null if a retry would not help, or if all retries are used up.
 */
export function retryWaitMs(error: PinrefError, attempt: number, retries: Retries): number | null {
  const isPaced = isForRateLimit(error, retries)
  if (!isPaced && (attempt >= retries.maxRetries || !isTemporary(error))) return null
  const waitMs = Math.max((error.retryAfterSeconds ?? 0) * 1000, firstWaitMs * 2 ** (isPaced ? 0 : attempt))
  return waitMs > longestWaitMs ? null : waitMs + Math.random() * firstWaitMs
}

/** Returns whether the wait is for the rate limit, so it doesn't count as a retry. */
export const isForRateLimit = ({ code }: PinrefError, { onRateLimit }: Retries): boolean =>
  onRateLimit !== null && code === 'too_many_requests'

function isTemporary({ code, status }: PinrefError): boolean {
  if (code === 'unreachable' || code === 'timed_out' || code === 'too_many_requests') return true
  return (status ?? 0) >= 500 || (status === 429 && code === 'unexpected_answer')
}

/**
 * Returns the delay in a `Retry-After` header, in seconds (RFC 9110, section 10.2.3: seconds or a date); null if there
 * is none.
 */
export function retryAfterOf(header: string | null, nowMs: number): number | null {
  if (!header?.trim()) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMs) / 1000))
}

/** Waits. If the signal aborts, rejects immediately with its reason. */
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
