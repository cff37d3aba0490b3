import { canRetry, type ShownProblem } from '@/components/problems/problem'
import { type NamedListing, namedListing } from '@/components/reading/named-listing'
import { findingsOf } from '@/server/features/lists/audit'
import { nameMatch } from '@/server/features/lists/name-match'
import type { Row } from '@/server/features/lists/row'
import { countRows, type ListSums, type NameMatch, type RowFacts, sumsOf } from '@/server/features/lists/row-state'
import type { ApiErrorCode } from '@/server/platform/problems/errors'
import { type BulkPlan, laterJob, noJob } from './plan'
import type { ReadRow } from './read-rows'

/** A listing as it appears in a batch's row. */
export type Found = NonNullable<Row['listing']>

/** The state of a job. */
export type JobOutcome =
  | { state: 'waiting' }
  | { state: 'asking' }
  | { state: 'found'; listing: Found }
  | { state: 'failed'; problem: Pick<ShownProblem, 'title' | 'detail' | 'code' | 'status' | 'identifiers'> }

/** Whether a job still needs to be looked up. */
export const isOpen = ({ state }: JobOutcome): boolean => state === 'waiting' || state === 'asking'

/** Whether retrying a failed lookup may succeed. */
export const isRetryable = (outcome: JobOutcome): boolean => outcome.state === 'failed' && canRetry(outcome.problem)

/** Why a run ended. `tomorrow`: no more lookups are possible today. `left`: its page was closed or reloaded. */
export type Stop = 'done' | 'cancelled' | 'limit' | 'tomorrow' | 'offline' | 'trouble' | 'suspended' | 'left'

/** Returns the outcome of a row's lookup; undefined if none was chosen. */
export const outcomeAt = (
  { jobOf }: BulkPlan,
  outcomes: readonly JobOutcome[],
  index: number,
): JobOutcome | undefined => outcomes[jobOf[index] ?? -1]

/** The state of a list's rows. */
export interface ListState {
  facts: readonly RowFacts[]
  /** For each row, the index of the earliest row with the same listing or request, which may be its own. */
  first: readonly number[]
  sums: ListSums
  duplicates: number
}

/** Returns the state of a list's rows with the results so far. */
export function listState(plan: BulkPlan, outcomes: readonly JobOutcome[]): ListState {
  const { rows } = plan
  // Duplicates among the listings that rows name are known, so only those that lookups find have to be compared.
  const found = new Set(outcomes.flatMap((outcome) => (outcome.state === 'found' ? [outcome.listing.cid] : [])))
  const byCid = new Map<string, number>()
  const facts: RowFacts[] = []
  const first: number[] = []
  let duplicates = 0
  for (const [index, row] of rows.entries()) {
    const outcome = outcomeAt(plan, outcomes, index)
    facts.push(factsOf(row, plan.jobOf[index] ?? noJob, outcome))
    const cid = outcome?.state === 'found' ? outcome.listing.cid : row.named?.cid
    const isFound = cid !== undefined && found.has(cid)
    const sameCid = isFound ? byCid.get(cid) : undefined
    if (isFound && sameCid === undefined) byCid.set(cid, index)
    const same = Math.min(sameCid ?? index, row.first, row.firstListing)
    first.push(same)
    if (same !== index) duplicates += 1
  }
  return { facts, first, sums: sumsOf(countRows(facts)), duplicates }
}

const factsWith = (
  state: RowFacts['state'],
  reason: RowFacts['reason'] = null,
  name_match: RowFacts['name_match'] = null,
): RowFacts => ({ state, reason, name_match })

/** Returns the facts about a row with the outcome of its lookup; undefined if none was chosen. */
function factsOf(row: ReadRow, job: number, outcome: JobOutcome | undefined): RowFacts {
  const { kind } = row
  if (kind === 'title' || kind === 'heading' || kind === 'blank' || kind === 'no_link')
    return factsWith('not_sent', kind)
  if (job === laterJob || (outcome && isOpen(outcome))) return factsWith('waiting')
  if (outcome?.state === 'found') return factsWith('found', null, matchOf(row, outcome.listing))
  if (outcome?.state === 'failed') return factsWith(stateOf(outcome.problem))
  if (row.named) return factsWith('found', null, row.nameMatch)
  if (row.fault !== null) return factsWith('unreadable')
  return factsWith('not_sent', row.url === null && row.text === '' ? 'no_link' : 'not_chosen')
}

const matchOf = ({ name }: ReadRow, { title }: Found): NameMatch | null =>
  name !== '' && title ? nameMatch(name, title) : null

/** Returns the state of a row whose lookup failed with this problem. */
const stateOf = ({ status, code }: Pick<ShownProblem, 'status' | 'code'>): RowFacts['state'] =>
  code === 'listing_not_found' ? 'not_found' : status === 400 ? 'unreadable' : 'failed'

/** Returns a plan's rows in order, or those with these indices, as a batch would return them. */
export const planRows = (
  plan: BulkPlan,
  outcomes: readonly JobOutcome[],
  { first }: Pick<ListState, 'first'>,
  shown: readonly number[] = plan.rows.map((_, index) => index),
): Row[] => shown.map((index) => rowOf(plan, index, outcomeAt(plan, outcomes, index), first[index] ?? index))

/**
 * Returns a row as a batch would return it. Until a lookup finds more, a row that identifies a listing has the
 * identifiers read from it.
 * @param outcome of its lookup; undefined if none was chosen.
 * @param first the index of the earliest row with the same listing, which may be this one.
 */
export function rowOf(plan: BulkPlan, index: number, outcome: JobOutcome | undefined, first: number): Row {
  const row = plan.rows[index] as ReadRow
  const facts = factsOf(row, plan.jobOf[index] ?? noJob, outcome)
  const named = row.named && namedIn(row.named, plan.rows[first]?.named ?? null)
  const listing =
    outcome?.state === 'found'
      ? outcome.listing
      : named && outcome?.state !== 'failed'
        ? { ...namedListing(named, plan.hosts), matches: null }
        : null
  const audited = {
    ...facts,
    duplicate_of: first === index ? null : (plan.rows[first]?.number ?? null),
    listing_status: listing?.listing_status ?? null,
    business_status: listing?.business_status ?? null,
  }
  return {
    row: row.number,
    ...audited,
    input: inputOf(plan.names, row.cells),
    findings: findingsOf(audited),
    previous_findings: null,
    listing,
    problem: problemOf(facts, row, outcome),
  }
}

/** Returns the identifiers read from a row, or those of its earliest duplicate, if they are at least as many. */
const namedIn = (own: NamedListing, earlier: NamedListing | null): NamedListing =>
  earlier?.cid === own.cid && (earlier.placeId !== null || own.placeId === null) ? earlier : own

/** Returns a row's input as a batch does: an object keyed by column, or the text of a list's line. */
const inputOf = (names: readonly string[], cells: readonly string[]): unknown =>
  names.length === 0 ? (cells[0] ?? '') : Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))

function problemOf({ state }: RowFacts, { fault, code }: ReadRow, outcome: JobOutcome | undefined): Row['problem'] {
  if (outcome?.state === 'failed') {
    const { detail, code = 'internal_error', identifiers } = outcome.problem
    const { cid = null, place_id = null } = identifiers ?? {}
    return { code: code as ApiErrorCode, detail, cid, place_id }
  }
  return state === 'unreadable' && fault !== null && code !== null
    ? { code, detail: fault, cid: null, place_id: null }
    : null
}
