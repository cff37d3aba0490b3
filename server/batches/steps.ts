import { jobQueue, queueKind } from '@/server/queue/queue'
import { lanes } from './limits'

/** A piece of work on a batch. It may come twice, late, or for nothing: whatever it does is a script that knows. */
export interface Step {
  /** `begin`: prepares a batch and has its lanes run. `lane`: works on lines. `wake`: looks whether a batch that waits may go on. */
  kind: 'begin' | 'lane' | 'wake'
  accountId: string
  /** The id of the batch. */
  batch: string
  /** The run of the batch that it belongs to; in any other it does nothing. */
  run: number
  /** Which lane, from 0; 0 for what is not a lane. */
  lane: number
  /** When it was queued first, epoch milliseconds. */
  madeMs: number
}

/**
 * Puts steps into the queue; one that is in it already stays as it is.
 * @param sweep tells steps that are queued anew from those that may have been given up; empty: they are the first.
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

/** The steps of all lanes of a run. */
export const allLanes = (of: Omit<Step, 'kind' | 'lane'>): Step[] =>
  Array.from({ length: lanes }, (_, lane) => ({ ...of, kind: 'lane', lane }))

/** How often a batch that waits looks whether it may go on: at QStash each look is a message that is paid for. */
export const wakeSeconds = (): number => (queueKind() === 'qstash' ? 600 : 5)

/** How long a lane is worked on before others get their turn. */
export const turnMs = (): number => (queueKind() === 'qstash' ? 20_000 : 2_000)
