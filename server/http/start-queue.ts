import { createThrottledLog } from '@/server/observability/throttled-log'
import { jobQueue, queueKind } from '@/server/queue/queue'

/** How long after its start a process begins to do jobs: until then its time is for calls. */
const afterMs = 500

const logFailure = createThrottledLog()

/** Lets this process do jobs from shortly after its start, if its store has a queue for them. */
export function startQueueLater(): void {
  if (queueKind() !== 'bullmq') return
  const start = () => startQueue().catch((error: unknown) => logFailure('the job queue cannot be started', error))
  setTimeout(start, afterMs).unref()
}

/** Lets this process do jobs until `stopQueue`. */
export async function startQueue(): Promise<void> {
  // The libraries take long to load.
  const [queue, { runJob }] = await Promise.all([jobQueue(), import('./run-job')])
  await queue.start?.(runJob)
}
