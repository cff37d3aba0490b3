import { canRetry, type ShownProblem } from '@/components/problem/problem'
import type { Row } from '@/server/batches/row'
import type { DetailLevel } from '@/server/listings/resolve'
import type { BulkPlan } from './input-lines'

/** A listing as it appears in a line of a batch. */
export type Found = NonNullable<Row['listing']>

/** What a run looks up. */
export interface BulkRun {
  plan: BulkPlan
  details: DetailLevel
}

/** The state of a job. */
export type Outcome =
  | { state: 'waiting' }
  | { state: 'asking' }
  | { state: 'found'; listing: Found }
  | { state: 'failed'; problem: Pick<ShownProblem, 'title' | 'detail' | 'code' | 'status' | 'identifiers'> }

/** Whether the server found the line itself at fault, so that it would fail again. */
export const isUnreadable = (outcome: Outcome): boolean => outcome.state === 'failed' && outcome.problem.status === 400

/** Whether a failed lookup may succeed if it is tried again. */
export const mayYetSucceed = (outcome: Outcome): boolean => outcome.state === 'failed' && canRetry(outcome.problem)

/** How many jobs are in each state. */
export interface Tally {
  all: number
  waiting: number
  asking: number
  found: number
  failed: number
  /** Jobs that the server could not read; they do not count as failed. */
  unreadable: number
}

export function tallyOf(outcomes: readonly Outcome[]): Tally {
  const tally: Tally = { all: outcomes.length, waiting: 0, asking: 0, found: 0, failed: 0, unreadable: 0 }
  for (const outcome of outcomes) tally[isUnreadable(outcome) ? 'unreadable' : outcome.state]++
  return tally
}

/** Why a run ended. `tomorrow`: no more lookups are possible today. `left`: its page was closed or reloaded. */
export type Stop = 'done' | 'cancelled' | 'limit' | 'tomorrow' | 'offline' | 'trouble' | 'suspended' | 'left'
