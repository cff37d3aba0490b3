import { calendarDay } from '@/server/access/calendar'
import { alertOfUse } from '@/server/accounts/alerts/use-alert'
import type { Batch } from '@/server/batches/batch'
import { runStep } from '@/server/batches/run-step'
import type { Step } from '@/server/batches/steps'
import { sweep } from '@/server/batches/sweep'
import type { BatchWatch } from '@/server/batches/watch'
import { deliver, postEvent, type QueuedDelivery } from '@/server/callbacks/deliver'
import { queueDelivery } from '@/server/callbacks/queue-delivery'
import type { RunJob } from '@/server/queue/queue'
import { afterAnswer } from '@/server/runtime/after-answer'

/** Does a job, whatever it is for; see `RunJob`. */
export const runJob: RunJob = async ({ kind, data }, stopping, failures) => {
  if (kind === 'batch') return runStep(data as Step, stopping, failures, watch)
  if (kind === 'sweep') return sweep(stopping, watch)
  const againMs = await deliver(data as QueuedDelivery)
  return againMs === null ? null : againMs / 1000
}

const watch: BatchWatch = {
  used(accountId, used, limit) {
    if (used < limit * 0.8) return
    const { monthEndSeconds: resetSeconds } = calendarDay(Date.now())
    afterAnswer(alertOfUse(accountId, { of: 'plan', used, limit, resetSeconds }))
  },
  async changed(accountId, batch) {
    const event = eventOf(batch)
    if (event) await postEvent(accountId, event, queueDelivery)
  },
}

/** What an account's endpoint is told of a batch; null where nothing has to be. */
function eventOf({ id, run, state, reason, until, lines, found, failed, unreadable }: Batch) {
  if (state !== 'finished' && state !== 'failed' && state !== 'waiting') return null
  return {
    // It waits once in a run.
    id: `msg_${id}_${state}_${run}`,
    type: `batch.${state}`,
    data: {
      batch: { id, state, reason, lines, found, failed, unreadable },
      ...(until > 0 && { until: new Date(until).toISOString() }),
    },
  } as const
}
