import { createThrottledLog } from '@/server/observability/throttled-log'
import { afterAnswer } from '@/server/runtime/after-answer'
import { mailMode } from '../sign-in-options'

/** How long after its start a process first checks whether the day's alerts are mailed, and how often it checks after that. */
const firstMs = 60_000
const everyMs = 600_000

const logFailure = createThrottledLog()

/** Checks regularly, until this process ends, and mails the day's alerts unless another process does. */
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
