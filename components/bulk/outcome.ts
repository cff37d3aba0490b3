import { canRetry, type ShownProblem } from '@/components/problems/problem'
import { namedListing } from '@/components/reading/named-listing'
import type { Row } from '@/server/features/lists/row'
import type { BulkPlan } from './input-lines'
import type { ReadLine } from './lines'

/** A listing as it appears in a batch's line. */
export type Found = NonNullable<Row['listing']>

/** The state of a job. */
export type LineOutcome =
  | { state: 'waiting' }
  | { state: 'asking' }
  | { state: 'found'; listing: Found }
  | { state: 'failed'; problem: Pick<ShownProblem, 'title' | 'detail' | 'code' | 'status' | 'identifiers'> }

/** Whether the server rejected the line itself, so it would fail again. */
const isUnreadable = (outcome: LineOutcome): boolean => outcome.state === 'failed' && outcome.problem.status === 400

/** Whether retrying a failed lookup may succeed. */
export const isRetryable = (outcome: LineOutcome): boolean => outcome.state === 'failed' && canRetry(outcome.problem)

/** The number of jobs in each state. */
interface Tally {
  all: number
  waiting: number
  asking: number
  found: number
  failed: number
  /** Jobs that the server couldn't read, which don't count as failed. */
  unreadable: number
}

export function tallyOf(outcomes: readonly LineOutcome[]): Tally {
  const tally: Tally = { all: outcomes.length, waiting: 0, asking: 0, found: 0, failed: 0, unreadable: 0 }
  for (const outcome of outcomes) tally[isUnreadable(outcome) ? 'unreadable' : outcome.state]++
  return tally
}

/** Why a run ended. `tomorrow`: no more lookups are possible today. `left`: its page was closed or reloaded. */
export type Stop = 'done' | 'cancelled' | 'limit' | 'tomorrow' | 'offline' | 'trouble' | 'suspended' | 'left'

/** Returns a plan's lines in order, as a batch would return them; lines without a result are `waiting`. */
export const planRows = (plan: BulkPlan, outcomes: readonly LineOutcome[], shown?: readonly number[]): Row[] =>
  (shown ?? plan.lines.map((_, index) => index)).map((index) => rowOf(plan, index, outcomeAt(plan, outcomes, index)))

/** Returns the outcome of a line's lookup; undefined if none was chosen. */
export const outcomeAt = (
  { jobOf }: BulkPlan,
  outcomes: readonly LineOutcome[],
  index: number,
): LineOutcome | undefined => outcomes[jobOf[index] ?? -1]

/**
 * Returns a line as a batch would return it. Until a lookup finds more, a line that identifies a listing has the
 * identifiers read from it.
 * @param outcome of its lookup; undefined if none was chosen.
 */
export function rowOf({ lines, columns, hosts }: BulkPlan, index: number, outcome: LineOutcome | undefined): Row {
  const { number, text, cells, fault, named, first } = lines[index] as ReadLine
  const input = cells ? Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) : text
  const sameAs = first === index ? null : (lines[first]?.number ?? null)
  const row: Row = {
    row: number,
    state: 'waiting',
    reason: null,
    input,
    duplicate_of: sameAs,
    name_match: null,
    listing_status: null,
    business_status: null,
    listing: null,
    problem: null,
  }
  const found = (listing: Found): Row => ({ ...row, state: 'found', listing, listing_status: listing.status })
  if (fault !== null) return { ...row, state: 'unreadable', problem: { ...problem, detail: fault } }
  if (outcome?.state === 'found') return found(outcome.listing)
  if (outcome?.state !== 'failed') return named === null ? row : found({ ...namedListing(named, hosts), matches: null })
  const { detail, code, identifiers } = outcome.problem
  return {
    ...row,
    state: isUnreadable(outcome) ? 'unreadable' : code === 'listing_not_found' ? 'not_found' : 'failed',
    problem: {
      code: (code ?? 'internal_error') as NonNullable<Row['problem']>['code'],
      detail,
      cid: identifiers?.cid ?? null,
      place_id: identifiers?.place_id ?? null,
    },
  }
}

/** The problem with a line that this page couldn't read, as the server would report it. */
const problem = { code: 'invalid_request', detail: '', cid: null, place_id: null } as const
