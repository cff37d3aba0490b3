import { PinrefError } from '@/server/platform/problems/errors'
import { perProcess } from '@/server/platform/runtime/per-process'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { StoreUnavailable } from '@/server/platform/store/unavailable'
import type { JobQueue, QueueDepth } from './job-queue'

const opened = perProcess<Promise<JobQueue>>('job queue')

/** Returns the kind of queue that fits the store; null if there is none. */
export function queueKind(): 'bullmq' | 'qstash' | null {
  const { UPSTASH_REDIS_REST_URL, VERCEL, QSTASH_TOKEN } = env()
  if (!UPSTASH_REDIS_REST_URL && !VERCEL) return 'bullmq'
  return QSTASH_TOKEN ? 'qstash' : null
}

/**
 * Returns this process's queue, opened on the first call.
 * @throws PinrefError `route_not_found` if this server has no queue; `store_unavailable` if the store is rejected.
 */
export async function jobQueue(): Promise<JobQueue> {
  // A queue has its own connections, which the guard doesn't see.
  const { guard } = await store()
  if (guard.isRefused) throw new StoreUnavailable(guard.reason, false)
  opened.value ??= open().catch((error: unknown) => {
    opened.value = undefined
    throw error
  })
  return opened.value
}

/**
 * Returns how much work is waiting in each lane; empty if the queue does not report it.
 * @throws Error if the queue does not respond.
 */
export async function queueDepths(): Promise<QueueDepth[]> {
  if (queueKind() !== 'bullmq' || (await store()).guard.isRefused) return []
  const reading = (await jobQueue()).depth?.() ?? Promise.resolve([])
  return withTimeout(reading, env().STORE_TIMEOUT_MS, () => new Error('the queue did not respond'))
}

/** Closes the queue if it is open. */
export async function stopQueue(): Promise<void> {
  const queue = await opened.value?.catch(() => undefined)
  await queue?.stop()
  opened.value = undefined
}

// The libraries take a long time to load, so they are loaded with the first job.
async function open(): Promise<JobQueue> {
  switch (queueKind()) {
    case 'bullmq':
      return (await import('./bullmq-queue')).createBullmqQueue()
    case 'qstash':
      return (await import('./qstash-queue')).createQstashQueue()
    case null:
      throw new PinrefError('route_not_found', 'Batches are disabled on this server: QSTASH_TOKEN is not set.')
  }
}
