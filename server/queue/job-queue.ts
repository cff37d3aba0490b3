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

/** How much work waits in one lane of a queue. */
export interface QueueDepth {
  name: 'batches' | 'callbacks'
  /** Jobs to run now, jobs to run later, and jobs that are running. */
  waiting: number
  delayed: number
  active: number
  /** About how long the job that waits longest could have run, in milliseconds; 0 if none waits. */
  oldestMs: number
}

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
  /** Returns how much work waits, in each lane; left out if the queue does not tell. */
  depth?(): Promise<QueueDepth[]>
  /** Has jobs under way break off, waits for them for a while, and closes the connections. */
  stop(): Promise<void>
}
