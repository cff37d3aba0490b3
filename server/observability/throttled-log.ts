import { logError } from '@/server/observability/log-error'

const quietMs = 60_000

/** Tells the operator, at most once a minute for each message: thousands of calls may fail for the same reason. */
export function createThrottledLog(): (message: string, error: unknown) => void {
  const toldAt = new Map<string, number>()
  return (message, error) => {
    const now = Date.now()
    if (now - (toldAt.get(message) ?? Number.NEGATIVE_INFINITY) < quietMs) return
    toldAt.set(message, now)
    logError(message, { error })
  }
}
