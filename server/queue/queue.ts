import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { perProcess } from '@/server/runtime/per-process'
import { store } from '@/server/store/store'

/** A piece of work that is done behind calls. It may come twice, late, or for nothing: whatever it does is a script that knows. */
export interface Job {
  /** What it is for. */
  kind: 'batch' | 'callback' | 'sweep'
  /** Tells it from others: one of the same id that is queued already stays as it is. */
  id: string
  data: unknown
}

/** When the same job is to come again, in seconds; null: it is done. */
export type Again = number | null

/**
 * Does a job.
 * @param stopping aborts when the process is to end: the job is broken off soon, and comes again.
 * @param failures how often it has failed in a row.
 * @throws whatever it fails with: it is to come again.
 */
export type RunJob = (job: Job, stopping: AbortSignal, failures: number) => Promise<Again>

/** An existing queue, which keeps jobs and has some process do each. */
export interface JobQueue {
  /** @throws PinrefError `store_unavailable`. */
  add(jobs: readonly Job[], delaySeconds?: number): Promise<void>
  /**
   * Has a job come every ten minutes from now on, whatever became of it before; left out where no job is ever given up.
   * @throws PinrefError `store_unavailable`.
   */
  repeat?(job: Job): Promise<void>
  /** Does jobs in this process from now on; left out where they come as requests. */
  start?(run: RunJob): Promise<void>
  /** Lets go of what is under way, and closes what it has opened. */
  stop(): Promise<void>
}

const opened = perProcess<Promise<JobQueue>>('job queue')

/** Which queue there is, by the store; null where nothing could do the work. */
export function queueKind(): 'bullmq' | 'qstash' | null {
  const { UPSTASH_REDIS_REST_URL, VERCEL, QSTASH_TOKEN } = env()
  if (!UPSTASH_REDIS_REST_URL && !VERCEL) return 'bullmq'
  return QSTASH_TOKEN ? 'qstash' : null
}

/**
 * The queue of this process, opened at the first call.
 * @throws PinrefError `route_not_found` where this server has none.
 */
export function jobQueue(): Promise<JobQueue> {
  opened.value ??= open().catch((error: unknown) => {
    opened.value = undefined
    throw error
  })
  return opened.value
}

/** Closes the queue, if it was opened. */
export async function stopQueue(): Promise<void> {
  const queue = await opened.value?.catch(() => undefined)
  await queue?.stop()
  opened.value = undefined
}

// The libraries take long to load, so they are loaded at the first job.
async function open(): Promise<JobQueue> {
  // An embedded Redis is started with it.
  await store()
  switch (queueKind()) {
    case 'bullmq':
      return (await import('./bullmq-queue')).createBullmqQueue()
    case 'qstash':
      return (await import('./qstash-queue')).createQstashQueue()
    case null:
      throw new PinrefError('route_not_found', 'This server runs no batches: QSTASH_TOKEN is not set.')
  }
}
