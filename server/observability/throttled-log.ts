import { logError } from '@/server/observability/log-error'

const quietMs = 60_000

/** Logs each message at most once a minute: thousands of calls may fail for the same reason. */
export function createThrottledLog(): (message: string, error: unknown) => void {
  const toldAt = new Map<string, number>()
  return (message, error) => {
    const now = Date.now()
    if (now - (toldAt.get(message) ?? Number.NEGATIVE_INFINITY) < quietMs) return
    toldAt.set(message, now)
    logError(message, { error })
  }
}
