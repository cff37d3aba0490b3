import { createThrottledLog } from '@/server/observability/throttled-log'
import { afterAnswer } from '@/server/runtime/after-answer'
import { mailMode } from '../sign-in-options'

/** How long after its start a process looks whether the day's alerts are mailed, and how often from then on. */
const firstMs = 60_000
const everyMs = 600_000

const logFailure = createThrottledLog()

/** Has the day's alerts mailed by one of all processes, until this one ends. */
export function startDailyTimer(stopping: AbortSignal): void {
  if (mailMode() === 'off') return
  const look = async () => {
    const { mailDailyAlerts } = await import('./daily')
    await mailDailyAlerts(() => !stopping.aborted)
  }
  const lookBehind = () =>
    afterAnswer(look().catch((error: unknown) => logFailure('the daily alerts could not be sent', error)))
  const first = setTimeout(lookBehind, firstMs).unref()
  const timer = setInterval(lookBehind, everyMs).unref()
  stopping.addEventListener('abort', () => {
    clearTimeout(first)
    clearInterval(timer)
  })
}
