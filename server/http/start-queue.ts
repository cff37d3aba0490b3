import { createThrottledLog } from '@/server/observability/throttled-log'
import { jobQueue, queueKind } from '@/server/queue/queue'

/** How long after its start a process takes up jobs: what it starts with is for calls. */
const afterMs = 500

const logFailure = createThrottledLog()

/** Has this process do jobs from a moment after its start on, where its store has a queue for them. */
export function startQueueLater(): void {
  if (queueKind() !== 'bullmq') return
  const start = () => startQueue().catch((error: unknown) => logFailure('the job queue cannot be started', error))
  setTimeout(start, afterMs).unref()
}

/** Has this process do jobs, until `stopQueue`. */
export async function startQueue(): Promise<void> {
  // The libraries take long to load.
  const [queue, { runJob }] = await Promise.all([jobQueue(), import('./run-job')])
  await queue.start?.(runJob)
}
