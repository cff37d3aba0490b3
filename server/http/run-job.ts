import { type BatchWatch, batchEvent } from '@/server/batches/batch'
import { runStep, sweep } from '@/server/batches/run-step'
import type { Step } from '@/server/batches/steps'
import { deliver, postEvent, type QueuedDelivery, queueDelivery } from '@/server/callbacks/deliver'
import type { RunJob } from '@/server/queue/job-queue'
import { watchMonths } from '@/server/trpc/metered'
import { runWatchlist } from '@/server/watch/run-watchlist'
import { queueDue, type WatchStep } from '@/server/watch/schedule'

/** Runs a job of any kind; see `RunJob`. */
export const runJob: RunJob = async ({ kind, data }, stopping, attempts) => {
  if (kind === 'batch') return runStep(data as Step, stopping, attempts, watch)
  if (kind === 'watch') return runWatchlist(data as WatchStep, stopping, attempts)
  if (kind === 'sweep') {
    await sweep(stopping, watch)
    return queueDue()
  }
  const againMs = await deliver(data as QueuedDelivery)
  return againMs === null ? null : againMs / 1000
}

const watch: BatchWatch = {
  used: (caller, months) => watchMonths({ caller, months }),
  async changed(accountId, batch) {
    const event = batchEvent(batch)
    if (event) await postEvent(accountId, event, queueDelivery, batch.callback)
  },
}
