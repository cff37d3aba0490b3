import { canRetry, type ShownProblem } from '@/components/problem/problem'
import type { Row } from '@/server/batches/row'
import type { DetailLevel } from '@/server/listings/resolve'
import type { BulkPlan, PlannedLine } from './input-lines'

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
const isUnreadable = (outcome: Outcome): boolean => outcome.state === 'failed' && outcome.problem.status === 400

/** Whether a failed lookup may succeed if it is tried again. */
export const mayYetSucceed = (outcome: Outcome): boolean => outcome.state === 'failed' && canRetry(outcome.problem)

/** How many jobs are in each state. */
interface Tally {
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

/** Returns every line of a run in order, as a batch would answer it; lines that are not answered yet are `left`. */
export const planRows = ({ lines, columns }: BulkPlan, outcomes: readonly Outcome[]): Row[] =>
  lines.map((line) => rowOf(line, columns, line.job === null ? undefined : outcomes[line.job]))

/** Returns a line as a batch would answer it. @param outcome undefined for a line that cannot be read. */
export function rowOf(line: PlannedLine, columns: readonly string[], outcome: Outcome | undefined): Row {
  const { number, text, cells, fault, sameAs } = line
  const input = cells ? Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])) : text
  const row = { line: number, input, same_as: sameAs, listing: null, problem: null }
  if (fault !== null) return { ...row, status: 'unreadable', problem: { ...problem, detail: fault } }
  if (outcome?.state === 'found') return { ...row, status: 'found', listing: outcome.listing }
  if (outcome?.state !== 'failed') return { ...row, status: 'left' }
  const { detail, code, identifiers } = outcome.problem
  return {
    ...row,
    status: isUnreadable(outcome) ? 'unreadable' : 'failed',
    problem: {
      code: (code ?? 'internal_error') as NonNullable<Row['problem']>['code'],
      detail,
      cid: identifiers?.cid ?? null,
      place_id: identifiers?.place_id ?? null,
    },
  }
}

/** The problem of a line that the page itself found unreadable, as the server would report it. */
const problem = { code: 'invalid_request', detail: '', cid: null, place_id: null } as const
