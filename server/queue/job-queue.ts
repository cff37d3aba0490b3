/** A unit of background work. It may run twice, late, or needlessly, because its scripts check what there is to do. */
export interface Job {
  /** The purpose of the job. */
  kind: 'batch' | 'callback' | 'sweep' | 'watch'
  /** Identifies the job. If one with the same id is already queued, that one stays unchanged. */
  id: string
  data: unknown
}

/** After how many seconds to run the same job again; null if it is done. */
export type Again = number | null

/** The history of a job. */
export interface Attempts {
  /** How often it has failed in a row. */
  failures: number
  /** How many times the process that ran it died or hung. */
  crashes: number
}

/**
 * Runs a job.
 * @param stopping aborts when the process is about to exit. The job is then interrupted soon and runs again later.
 * @throws any error of the job, which then runs again.
 */
export type RunJob = (job: Job, stopping: AbortSignal, attempts: Attempts) => Promise<Again>

/** How much work is waiting in one lane of a queue. */
export interface QueueDepth {
  name: 'batches' | 'callbacks' | 'watches'
  /** Jobs to run now, jobs to run later, and running jobs. */
  waiting: number
  delayed: number
  active: number
  /** About how long the oldest waiting job has been ready to run, in milliseconds; 0 if none is waiting. */
  oldestMs: number
}

/** A third-party queue, which stores jobs and runs each in some process. */
export interface JobQueue {
  /** @throws PinrefError `store_unavailable`. */
  add(jobs: readonly Job[], delaySeconds?: number): Promise<void>
  /**
   * Runs a job every ten minutes from now on, even if it failed before. Omitted if the queue never gives up on a job.
   * @throws PinrefError `store_unavailable`.
   */
  repeat?(job: Job): Promise<void>
  /** Runs jobs in this process from now on. Omitted if jobs arrive as requests. */
  start?(run: RunJob): Promise<void>
  /** Returns how much work is waiting in each lane. Omitted if the queue does not report it. */
  depth?(): Promise<QueueDepth[]>
  /** Interrupts running jobs, waits for them for a while, and closes the connections. */
  stop(): Promise<void>
}
