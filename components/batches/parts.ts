import type { BulkPlan } from '@/components/bulk/input-lines'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'

/** The maximum number of lines in a part: ten chunks of a batch. */
const maxPartLines = 10_000

/** The maximum size of a part in bytes, leaving room for the rest of the request. */
export const maxPartBytes = 3_500_000

/** The maximum number of rows in a workbook that a browser can create. */
export const maxSheetRows = 100_000

/** Lines to send, and their format. */
interface SentLines {
  format: 'csv' | 'jsonl'
  /** The heading row of a CSV; empty for JSON Lines. */
  head: string
  count: number
  /** Writes one line; may be called several times for the same line. */
  line: (index: number) => string
}

interface Part {
  /** From 1. */
  number: number
  data: string
  /** The number of lines in the part, and the running total at its end. */
  lines: number
  end: number
}

/**
 * Splits lines into parts, always the same way, because resending a part replaces the earlier one.
 * @param maxBytes of a part, as a JSON string in UTF-8.
 */
export function* cutParts({ head, count, line }: SentLines, maxBytes: number): Generator<Part> {
  const headBytes = jsonBytes(head)
  let number = 1
  let pending: string[] = []
  let bytes = headBytes
  const part = (end: number): Part => ({ number, data: head + pending.join(''), lines: pending.length, end })
  for (let index = 0; index < count; index++) {
    const text = `${line(index)}\n`
    const own = jsonBytes(text)
    if (pending.length > 0 && (pending.length === maxPartLines || bytes + own > maxBytes)) {
      yield part(index)
      number += 1
      pending = []
      bytes = headBytes
    }
    pending.push(text)
    bytes += own
  }
  if (pending.length > 0) yield part(count)
}

const encoder = new TextEncoder()

const jsonBytes = (text: string): number => encoder.encode(JSON.stringify(text)).length

export const csvRow = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')

/** A batch to create, and its lines. */
export interface BatchRequest {
  /** Null if it has none. */
  name: string | null
  details: DetailLevel
  /** The columns of the batch's CSV: the column to look up, and the columns to add to a name search; null if none. */
  column: string | null
  addressColumn: string | readonly string[] | null
  countryColumn: string | null
  sent: SentLines
}

/**
 * Returns the request for an input: a CSV for a table, so that its columns are returned, otherwise a list.
 * @param column the index of the column to look up, and `address` the index of the column with addresses; only for a table.
 */
export function batchRequestOf(
  { lines, columns }: Pick<BulkPlan, 'lines' | 'columns'>,
  { column, address }: { column: number | null; address: number | null | undefined },
  details: DetailLevel,
  name: string | null,
): BatchRequest {
  const nameOf = (index: number | null | undefined) => columns[index ?? -1] ?? null
  const settings = { name, details, column: nameOf(column), addressColumn: nameOf(address), countryColumn: null }
  if (settings.column === null) {
    const line = (index: number) => JSON.stringify(lines[index]?.text ?? '')
    return { ...settings, sent: { format: 'jsonl', head: '', count: lines.length, line } }
  }
  const line = (index: number) => csvRow(columns.map((_, cell) => lines[index]?.cells?.[cell] ?? ''))
  return { ...settings, sent: { format: 'csv', head: `${csvRow(columns)}\n`, count: lines.length, line } }
}
