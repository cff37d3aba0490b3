import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { perProcess } from '@/server/runtime/per-process'
import { store } from '@/server/store/store'

/** A piece of work in the background. It may come twice, late, or for nothing: the scripts it runs check what there is to do. */
export interface Job {
  /** What the job is for. */
  kind: 'batch' | 'callback' | 'sweep'
  /** Identifies the job: if one with the same id is already queued, that one stays as it is. */
  id: string
  data: unknown
}

/** In how many seconds the same job is to come again; null: it is done. */
export type Again = number | null

/** What has happened to a job so far. */
export interface Attempts {
  /** How often it has failed in a row. */
  failures: number
  /** How often the process that ran it died or hung. */
  crashes: number
}

/**
 * Runs a job.
 * @param stopping aborts when the process is to end; the job then breaks off soon and comes again.
 * @throws whatever it fails with; it then comes again.
 */
export type RunJob = (job: Job, stopping: AbortSignal, attempts: Attempts) => Promise<Again>

/** A third-party queue, which stores jobs and has some process run each. */
export interface JobQueue {
  /** @throws PinrefError `store_unavailable`. */
  add(jobs: readonly Job[], delaySeconds?: number): Promise<void>
  /**
   * Has a job come every ten minutes from now on, even if it failed before; left out if the queue never gives up on a job.
   * @throws PinrefError `store_unavailable`.
   */
  repeat?(job: Job): Promise<void>
  /** Runs jobs in this process from now on; left out if jobs come as requests. */
  start?(run: RunJob): Promise<void>
  /** Has jobs under way break off, waits for them for a while, and closes the connections. */
  stop(): Promise<void>
}

const opened = perProcess<Promise<JobQueue>>('job queue')

/** Returns the kind of queue that fits the store; null if there is none. */
export function queueKind(): 'bullmq' | 'qstash' | null {
  const { UPSTASH_REDIS_REST_URL, VERCEL, QSTASH_TOKEN } = env()
  if (!UPSTASH_REDIS_REST_URL && !VERCEL) return 'bullmq'
  return QSTASH_TOKEN ? 'qstash' : null
}

/**
 * Returns the queue of this process, opened at the first call.
 * @throws PinrefError `route_not_found` if this server has none.
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
  // This starts an embedded Redis, if that is the store.
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
