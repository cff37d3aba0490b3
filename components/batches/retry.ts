import { inputText } from '@/components/bulk/input-text'
import { readingOf } from '@/components/reading/reading'
import type { Row } from '@/server/batches/row'
import type { DetailLevel } from '@/server/listings/resolve'
import type { Batch } from './batch'
import type { BatchRequest } from './batch-request'
import { csvRow } from './parts'

/** Errors that may pass. */
const passing: ReadonlySet<string> = new Set([
  'link_unreachable',
  'upstream_unavailable',
  'upstream_blocked',
  'store_unavailable',
  'internal_error',
  'too_many_requests',
])

/** Whether a failed line may succeed if it is tried again. */
export const mayYetSucceed = ({ status, same_as, problem }: Row): boolean =>
  status === 'failed' && same_as === null && problem !== null && passing.has(problem.code)

/** Whether a line is a name, which a batch without full details does not look up. */
export const isSkippedName = ({ status, same_as, input }: Row, { column }: Pick<Batch, 'column'>): boolean =>
  status === 'unreadable' && same_as === null && readingOf(inputText(input, column)).kind === 'name'

/** Returns the order that looks up lines of a batch again, at the same level of detail or another. */
export function retryRequestOf(rows: readonly Row[], batch: Batch, details: DetailLevel = batch.details): BatchRequest {
  const { column, address_column: addressColumn, country_column: countryColumn } = batch
  const asked = { details, column, addressColumn, countryColumn }
  const count = rows.length
  if (column === null) {
    const line = (index: number) => JSON.stringify(rows[index]?.input ?? '')
    return { ...asked, sent: { format: 'jsonl', head: '', count, line } }
  }
  const columns = Object.keys(rows[0]?.input ?? {})
  const line = (index: number) => {
    const cells = (rows[index]?.input ?? {}) as Record<string, string>
    return csvRow(columns.map((name) => cells[name] ?? ''))
  }
  return { ...asked, sent: { format: 'csv', head: `${csvRow(columns)}\n`, count, line } }
}
