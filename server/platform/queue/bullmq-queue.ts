import { type Job as BullmqJob, DelayedError, Queue, Worker } from 'bullmq'
import { createThrottledLog } from '@/server/platform/observability/logger'
import type { PinrefError } from '@/server/platform/problems/errors'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import { preparePaths } from '@/server/platform/store/embedded/paths'
import { type Connection, queueConnection } from '@/server/platform/store/tcp'
import { StoreUnavailable } from '@/server/platform/store/unavailable'
import type { Again, Job, JobQueue, QueueDepth, RunJob } from './job-queue'

/**
 * All keys of the queue share this hash tag, because the queue's scripts use several keys at once, even on a cluster.
 */
const prefix = '{pinref-queue}'

/**
 * How many jobs from each queue one process runs at the same time. Most jobs only wait for Google or for callback
 * servers, and each account has only a few jobs, so it takes many slow accounts to delay another one.
 */
const concurrency = { jobs: 64, callbacks: 50, watches: 4 } as const

type QueueName = keyof typeof concurrency

const names = Object.keys(concurrency) as QueueName[]

/** Different kinds of work have separate queues, so that they don't wait for each other. */
const queueOf: Readonly<Record<Job['kind'], QueueName>> = {
  batch: 'jobs',
  sweep: 'jobs',
  callback: 'callbacks',
  watch: 'watches',
}

/**
 * How long a job remains assigned to a process that has gone silent, and how often other processes check for such jobs.
 */
const lockMs = 4_000
const lookMs = 1_000

/** How long an exiting process waits for its own jobs. */
const stopTimeoutMs = 12_000

const longestBackoffMs = 15_000
const storeAwaySeconds = 0.2

/** Creates the BullMQ queues, on the same Redis server as all other data, with their own connections. */
export function createBullmqQueue(): JobQueue {
  const logFailure = createThrottledLog()
  const onError = (error: unknown) => logFailure('the job queue failed', error)
  const opened: Connection[] = []
  const connect = () => {
    const connection = queueConnection(address())
    opened.push(connection)
    return connection
  }
  const connection = connect()
  const queues = names.map((name) => new Queue<Job>(name, { connection, prefix, skipVersionCheck: true }))
  for (const queue of queues) queue.on('error', onError)
  const stopping = new AbortController()
  const workers: Worker<Job>[] = []

  async function add(jobs: readonly Job[], delaySeconds = 0): Promise<void> {
    const adding = queues.map((queue) => {
      const own = jobs.filter(({ kind }) => queueOf[kind] === queue.name)
      const added = own.map((job) => ({
        name: job.kind,
        data: job,
        opts: {
          // A job that is already queued under this id remains unchanged.
          jobId: job.id,
          delay: delaySeconds * 1000,
          attempts: Number.MAX_SAFE_INTEGER,
          backoff: { type: 'custom' },
          removeOnComplete: true,
          removeOnFail: true,
        },
      }))
      return own.length > 0 ? queue.addBulk(added) : []
    })
    const timeoutMs = env().STORE_TIMEOUT_MS
    const tooLate = () => new Error(`the queue did not respond within ${timeoutMs} ms`)
    await withTimeout(Promise.all(adding), timeoutMs, tooLate).catch((cause: unknown) => {
      throw new StoreUnavailable(cause, true)
    })
  }

  function work(name: QueueName, run: RunJob): Worker<Job> {
    const worker = new Worker<Job>(
      name,
      async (job, token) => {
        const again = await run(job.data, stopping.signal, {
          failures: job.attemptsMade,
          crashes: job.stalledCounter,
        }).catch(whenStoreIsBack)
        if (again === null) return
        await job.moveToDelayed(Date.now() + again * 1000, token)
        throw new DelayedError()
      },
      {
        connection: connect(),
        prefix,
        concurrency: concurrency[name],
        skipVersionCheck: true,
        lockDuration: lockMs,
        stalledInterval: lookMs,
        // A job whose process died is restarted, no matter how many times that happens.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        settings: { backoffStrategy: (attempts) => Math.min(500 * 2 ** Math.min(attempts, 10), longestBackoffMs) },
      },
    )
    worker.on('error', onError)
    return worker
  }

  async function depthOf(queue: Queue<Job>): Promise<QueueDepth> {
    const [{ waiting = 0, delayed = 0, active = 0 }, [oldest]] = await Promise.all([
      queue.getJobCounts('waiting', 'delayed', 'active'),
      queue.getWaiting(0, 0),
    ])
    const oldestMs = oldest ? Math.max(0, Date.now() - readyAt(oldest)) : 0
    const name = queue.name === 'jobs' ? 'batches' : (queue.name as Exclude<QueueName, 'jobs'>)
    return { name, waiting, delayed, active, oldestMs }
  }

  return {
    add,

    depth: () => Promise.all(queues.map(depthOf)),

    async start(run: RunJob) {
      for (const name of names) workers.push(work(name, run))
    },

    async stop() {
      stopping.abort()
      const closed = Promise.all([...workers, ...queues].map((one) => one.close()))
      await withTimeout(closed, stopTimeoutMs, () => new Error('the queue did not close')).catch(onError)
      for (const connection of opened) connection.disconnect()
    },
  }
}

/** Returns when a waiting job became ready to run. If the job has run before, the delay counts from that run. */
const readyAt = ({ timestamp, processedOn, delay }: BullmqJob<Job>): number => (processedOn ?? timestamp) + delay

/**
 * Repeats a job if the store is unavailable, which doesn't count as a failure. BullMQ records the repeat once the store
 * is back.
 */
function whenStoreIsBack(error: Partial<PinrefError>): Again {
  if (error.code !== 'store_unavailable') throw error
  return storeAwaySeconds
}

/** Returns the address of this process's store. */
function address(): { url: string } | { path: string } {
  const { REDIS_URL, DATA_DIR } = env()
  return REDIS_URL ? { url: REDIS_URL } : { path: preparePaths(DATA_DIR).socket }
}
