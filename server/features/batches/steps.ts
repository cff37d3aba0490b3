import type { Job } from '@/server/platform/queue/job-queue'
import { jobQueue, queueKind } from '@/server/platform/queue/queue'
import { askStore } from '@/server/platform/store/untyped'
import { sweptBatches } from './batch-store'
import { lanes } from './limits'

/**
 * A unit of work on a batch. A step can safely run twice, late, or needlessly, because its scripts check the batch's
 * run and state.
 */
export interface Step {
  /**
   * `begin`: prepares a batch and starts its lanes. `lane`: works on lines. `wake`: checks whether a waiting batch may resume.
   */
  kind: 'begin' | 'lane' | 'wake'
  accountId: string
  /** The id of the batch. */
  batch: string
  /** The batch run that the step belongs to. In any other run, the step does nothing. */
  run: number
  /** The lane's number, from 0; 0 if the step is not for a lane. */
  lane: number
  /** When the step was first queued, epoch milliseconds. */
  madeMs: number
}

/**
 * Adds steps to the queue; a step that is already queued is unchanged.
 * @param sweep a suffix for the ids of steps that are queued again, since the queue may have given up on the old ids.
 * @throws PinrefError `store_unavailable`.
 */
export async function enqueue(steps: readonly Step[], delaySeconds?: number, sweep = ''): Promise<void> {
  const jobs = steps.map((step) => ({
    kind: 'batch' as const,
    id: [step.batch, step.run, step.kind, step.lane].join('-') + sweep,
    data: step,
  }))
  await (await jobQueue()).add(jobs, delaySeconds)
}

/** Returns the steps for all of a run's lanes. */
export const allLanes = (of: Omit<Step, 'kind' | 'lane'>): Step[] =>
  Array.from({ length: lanes }, (_, lane) => ({ ...of, kind: 'lane', lane }))

/** Returns the seconds between checks of whether a waiting batch may resume. With QStash, each check is a billed message. */
export const wakeSeconds = (): number => (queueKind() === 'qstash' ? 600 : 5)

/** Returns how long a step works on its lane before other work gets its turn. */
export const turnMs = (): number => (queueKind() === 'qstash' ? 20_000 : 2_000)

/** The job that a queue repeats every ten minutes; see `sweep`. The job also queues due watchlists. */
export const sweepJob: Job = { kind: 'sweep', id: 'sweep', data: null }

/**
 * Before a batch runs, registers it for a check every ten minutes if the queue may give up on a step: see `sweep`.
 * @throws PinrefError `store_unavailable`.
 */
export async function registerForSweep(accountId: string, id: string): Promise<void> {
  const queue = await jobQueue()
  if (!queue.repeat) return
  await askStore('HSETNX', sweptBatches, `${accountId} ${id}`, '')
  await queue.repeat(sweepJob)
}
