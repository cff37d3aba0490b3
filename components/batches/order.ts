import type { InputLines } from '@/components/bulk/input-lines'
import type { DetailLevel } from '@/server/listings/resolve'
import { csvRow, type SentLines } from './parts'

/** A batch to make, and its lines. */
export interface Order {
  details: DetailLevel
  /** The columns of its CSV that are looked up, and searched with beside a name; null for none. */
  column: string | null
  addressColumn: string | null
  countryColumn: string | null
  sent: SentLines
}

/**
 * The order for what was read: a CSV for a table, so that its columns come back, else a list.
 * @param column the index of the column that is looked up, and `address` of that with addresses; only for a table.
 */
export function orderOf(
  { lines, columns }: InputLines,
  { column, address }: { column: number | null; address: number | null | undefined },
  details: DetailLevel,
): Order {
  const nameOf = (index: number | null | undefined) => columns[index ?? -1] ?? null
  const named = { column: nameOf(column), addressColumn: nameOf(address), countryColumn: null }
  if (named.column === null) {
    const line = (index: number) => JSON.stringify(lines[index]?.text ?? '')
    return { details, ...named, sent: { format: 'jsonl', head: '', count: lines.length, line } }
  }
  const line = (index: number) => csvRow(columns.map((_, cell) => lines[index]?.cells?.[cell] ?? ''))
  return { details, ...named, sent: { format: 'csv', head: `${csvRow(columns)}\n`, count: lines.length, line } }
}
