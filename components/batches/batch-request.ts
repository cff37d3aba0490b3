import type { InputLines } from '@/components/bulk/input-lines'
import type { DetailLevel } from '@/server/listings/resolve'
import { csvRow, type SentLines } from './parts'

/** A batch to make, and its lines. */
export interface BatchRequest {
  details: DetailLevel
  /** The columns of its CSV: the one to look up, and those searched with beside a name; null for none. */
  column: string | null
  addressColumn: string | null
  countryColumn: string | null
  sent: SentLines
}

/**
 * Returns the order for an input: a CSV for a table, so that its columns come back, otherwise a list.
 * @param column the index of the column to look up, and `address` the index of the column with addresses; only for a table.
 */
export function batchRequestOf(
  { lines, columns }: InputLines,
  { column, address }: { column: number | null; address: number | null | undefined },
  details: DetailLevel,
): BatchRequest {
  const nameOf = (index: number | null | undefined) => columns[index ?? -1] ?? null
  const named = { column: nameOf(column), addressColumn: nameOf(address), countryColumn: null }
  if (named.column === null) {
    const line = (index: number) => JSON.stringify(lines[index]?.text ?? '')
    return { details, ...named, sent: { format: 'jsonl', head: '', count: lines.length, line } }
  }
  const line = (index: number) => csvRow(columns.map((_, cell) => lines[index]?.cells?.[cell] ?? ''))
  return { details, ...named, sent: { format: 'csv', head: `${csvRow(columns)}\n`, count: lines.length, line } }
}
