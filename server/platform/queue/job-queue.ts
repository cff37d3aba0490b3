/**
 * A unit of background work. A job can safely run twice, late, or needlessly, because its scripts check what work is
 * left.
 */
export interface Job {
  /** The purpose of the job. */
  kind: 'batch' | 'callback' | 'sweep' | 'watch'
  /** Identifies the job. A job that is already queued with the same id remains unchanged. */
  id: string
  data: unknown
}

/** The seconds until the same job runs again; null if it is done. */
export type Again = number | null

/** A job's history. */
export interface Attempts {
  /** How many times in a row the job has failed. */
  failures: number
  /** How many times the process that ran the job died or hung. */
  crashes: number
}

/**
 * Runs a job.
 * @param stopping aborts when the process is about to exit. The job is interrupted shortly afterward and runs again
 *   later.
 * @throws any error from the job, which then runs again.
 */
export type RunJob = (job: Job, stopping: AbortSignal, attempts: Attempts) => Promise<Again>

/**
 * How long a job that arrives as a request may take. It is then interrupted and resumes later, so that work in progress
 * can finish within a Vercel function's time limit.
 */
export const jobMs = 40_000

/** How much work is waiting in one lane of a queue. */
export interface QueueDepth {
  name: 'batches' | 'callbacks' | 'watches'
  /** Jobs to run now, jobs to run later, and running jobs. */
  waiting: number
  delayed: number
  active: number
  /** Approximately how long the oldest waiting job has been ready to run, in milliseconds; 0 if none is waiting. */
  oldestMs: number
}

/** A third-party queue that stores jobs and runs each in any process. */
export interface JobQueue {
  /** @throws PinrefError `store_unavailable`. */
  add(jobs: readonly Job[], delaySeconds?: number): Promise<void>
  /**
   * Runs a job every ten minutes from now on, even if the job has failed before. Omitted if the queue never gives up on
   * a job.
   * @throws PinrefError `store_unavailable`.
   */
  repeat?(job: Job): Promise<void>
  /** Runs jobs in this process from now on. Omitted if jobs arrive as requests. */
  start?(run: RunJob): Promise<void>
  /** Returns how much work is waiting in each lane. Omitted if the queue does not report this. */
  depth?(): Promise<QueueDepth[]>
  /** Interrupts running jobs, waits for them briefly, and closes the connections. */
  stop(): Promise<void>
}
