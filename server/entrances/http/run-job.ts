import * as z from 'zod'
import { watchMonths } from '@/server/entrances/trpc/metered'
import { type BatchWatch, batchEvent } from '@/server/features/batches/batch'
import { runStep, sweep } from '@/server/features/batches/run-step'
import { type Step, turnMs } from '@/server/features/batches/steps'
import { attemptMs, deliver, postEvent, type QueuedDelivery, queueDelivery } from '@/server/features/callbacks/deliver'
import { runWatchlist } from '@/server/features/watchlists/run-watchlist'
import { queueDue, type WatchStep } from '@/server/features/watchlists/schedule'
import { type Again, type Attempts, type Job, jobMs, type RunJob } from '@/server/platform/queue/job-queue'

/** A kind of job. Only the server's own queue may enter, so a job costs its caller nothing. */
interface JobKind<Data> {
  /** The data of a job, which QStash delivers as text. */
  data: z.ZodType<Data>
  /** How long one turn or attempt may take, in milliseconds; it is then interrupted, and the job runs again. */
  turnMs(): number
  run(data: Data, stopping: AbortSignal, attempts: Attempts): Promise<Again>
}

const kind = <Data>(one: JobKind<Data>) => one

const watch: BatchWatch = {
  used: (caller, months) => watchMonths({ caller, months }),
  async changed(accountId, batch) {
    const event = batchEvent(batch)
    if (event) await postEvent(accountId, event, queueDelivery, batch.callback)
  },
}

/** The kinds of jobs. `queueOf` in `platform/queue/bullmq-queue.ts` says how many of each run at once. */
export const jobs = {
  batch: kind<Step>({
    data: z.strictObject({
      kind: z.enum(['begin', 'lane', 'wake']),
      accountId: z.string(),
      batch: z.string(),
      run: z.int(),
      lane: z.int(),
      madeMs: z.int(),
    }),
    turnMs,
    run: (step, stopping, attempts) => runStep(step, stopping, attempts, watch),
  }),

  callback: kind<QueuedDelivery>({
    data: z.strictObject({ accountId: z.string(), id: z.string() }),
    turnMs: () => attemptMs,
    async run(delivery) {
      const againMs = await deliver(delivery)
      return againMs === null ? null : againMs / 1000
    },
  }),

  watch: kind<WatchStep>({
    data: z.strictObject({ accountId: z.string(), id: z.string() }),
    turnMs,
    run: runWatchlist,
  }),

  sweep: kind<null>({
    data: z.null(),
    turnMs: () => jobMs,
    async run(_, stopping) {
      await sweep(stopping, watch)
      return queueDue()
    },
  }),
} satisfies { [Kind in Job['kind']]: unknown }

/** Runs a job of any kind; see `RunJob`. */
export const runJob: RunJob = ({ kind, data }, stopping, attempts) =>
  (jobs[kind] as JobKind<unknown>).run(data, stopping, attempts)

const envelope = z.strictObject({
  kind: z.enum(['batch', 'callback', 'watch', 'sweep']),
  id: z.string(),
  data: z.unknown(),
})

/** Reads a job that was delivered as text. @throws Error if it is not a job. */
export function readJob(text: string): Job {
  const job = envelope.parse(JSON.parse(text))
  return { ...job, data: jobs[job.kind].data.parse(job.data) }
}
