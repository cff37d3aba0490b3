import type { ShownProblem } from '@/components/problem/problem'
import type { Outputs } from '@/components/trpc/client'
import type { DetailLevel } from '@/server/listings/resolve'
import type { BulkPlan } from './input-lines'

export type Found = Omit<Outputs['listings']['resolve'], 'rate_limit'>

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
  | { state: 'failed'; problem: Pick<ShownProblem, 'title' | 'detail' | 'code' | 'identifiers'> }

/** How many jobs are in each state. */
export interface Tally {
  all: number
  waiting: number
  asking: number
  found: number
  failed: number
}

export function tallyOf(outcomes: readonly Outcome[]): Tally {
  const tally: Tally = { all: outcomes.length, waiting: 0, asking: 0, found: 0, failed: 0 }
  for (const { state } of outcomes) tally[state]++
  return tally
}

/** Why a run ended; `tomorrow`: no more of it today; `left`: its page was closed or reloaded. */
export type Stop = 'done' | 'cancelled' | 'limit' | 'tomorrow' | 'offline' | 'trouble' | 'suspended' | 'left'
