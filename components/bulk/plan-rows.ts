import type { Row } from '@/server/batches/row'
import type { BulkPlan, PlannedLine } from './input-lines'
import { isUnreadable, type Outcome } from './outcome'

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
