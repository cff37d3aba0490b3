import { watchMonths } from '@/server/entrances/trpc/metered'
import { type BatchWatch, batchEvent } from '@/server/features/batches/batch'
import { runStep, sweep } from '@/server/features/batches/run-step'
import type { Step } from '@/server/features/batches/steps'
import { deliver, postEvent, type QueuedDelivery, queueDelivery } from '@/server/features/callbacks/deliver'
import { runWatchlist } from '@/server/features/watchlists/run-watchlist'
import { queueDue, type WatchStep } from '@/server/features/watchlists/schedule'
import type { RunJob } from '@/server/platform/queue/job-queue'

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
