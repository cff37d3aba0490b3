import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'

/**
 * How long work that no caller waits for, such as a backup, waits for one response from the store, in milliseconds. A
 * busy store may take far longer than a call can wait.
 */
export const silenceLimitMs = (): number => 60 * env().STORE_TIMEOUT_MS

export const silenceText = (): string => `no response for ${silenceLimitMs() / 1_000} seconds`

/** Settles like the work. @throws Error if the store doesn't respond within `silenceLimitMs`. */
export const withinSilence = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, silenceLimitMs(), () => new Error(silenceText()))
