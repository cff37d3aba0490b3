import { calendarDay } from '@/server/access/calendar'
import { driverKind } from '@/server/batches/driver'
import { createThrottledLog } from '@/server/observability/throttled-log'
import { afterAnswer } from '@/server/runtime/after-answer'

/** How long after its start a process takes up batches: what it starts with is for calls. */
const afterMs = 500

const logFailure = createThrottledLog()

/** Has this process work on batches from a moment after its start on, where its store has a queue for them. */
export function startBatchesLater(): void {
  if (driverKind() !== 'bullmq') return
  setTimeout(() => {
    // The library takes long to load.
    import('@/server/batches/start')
      .then(({ startBatches }) => startBatches(watchUse))
      .catch((error: unknown) => logFailure('batches cannot be worked on', error))
  }, afterMs).unref()
}

/** Has the owner of an account mailed of how much of a month is used, as calls do. */
export function watchUse(accountId: string, used: number, limit: number): void {
  if (used < limit * 0.8) return
  const { monthEndSeconds: resetSeconds } = calendarDay(Date.now())
  const use = { accountId, of: 'plan', used, limit, resetSeconds } as const
  afterAnswer(import('@/server/accounts/alerts/use-alert').then(({ alertOfUse }) => alertOfUse(use)))
}
