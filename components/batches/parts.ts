import { detailsOf, type LookupChoices, type ReadList } from '@/components/bulk/plan'
import { longestRow, lookupGroups, type ReadRow } from '@/components/bulk/read-rows'
import type { Inputs } from '@/components/trpc/client'

/** The maximum number of lines in a part: ten chunks of a batch. */
const maxPartLines = 10_000

/** The maximum size of a part in bytes, leaving room for the rest of the request. */
export const maxPartBytes = 3_500_000

/** Rows to send, and their format. */
interface SentRows {
  format: 'csv' | 'jsonl'
  /** The heading row of a CSV and the titles above it, which begin each part; empty for JSON Lines. */
  head: string
  /** The number of rows below the headings. */
  count: number
  /** Writes one row; may be called several times for the same row. */
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
export function* cutParts({ head, count, line }: SentRows, maxBytes: number): Generator<Part> {
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

/** How a batch reads and looks up its rows, as the API takes it. */
export type BatchSettings = Omit<Inputs['batches']['only']['create'], 'name' | 'start' | 'format' | 'data' | 'lines'>

/** A batch to create, and its rows. */
export interface BatchRequest {
  /** Null if it has none. */
  name: string | null
  settings: BatchSettings
  sent: SentRows
}

/**
 * Returns the request for a list: a CSV for a table, so that its columns are returned, otherwise its lines.
 * @param name null if it has none.
 */
export function batchRequestOf(
  list: ReadList,
  choices: LookupChoices,
  name: string | null,
  client: string | null = null,
): BatchRequest {
  const { rows, names, columns, headingRow } = list
  const { language } = choices
  const details = detailsOf(choices)
  const lookups = {
    details,
    ...(client !== null && { client }),
    ...(details === 'full' && language && { language }),
    fallback: choices.name ? 'name' : 'none',
    lookups: lookupGroups.filter((group) => choices[group] || (group === 'listing' && choices.checked)),
  } as const
  if (names.length === 0 && headingRow === 0) {
    const line = (index: number) => JSON.stringify(rows[index]?.cells[0] ?? '')
    return { name, settings: lookups, sent: { format: 'jsonl', head: '', count: rows.length, line } }
  }
  // A list of lines below a heading is a table of one column.
  const own = names.length > 0 ? names : [rows[headingRow - 1]?.cells[0] ?? '']
  const row = (at: number) => csvRow(sentCells(rows[at], at + 1 === headingRow ? own : own.map(() => '')))
  const head = rows.slice(0, headingRow).map((_, at) => `${row(at)}\n`)
  const named = (column: number | null) => (column === null ? '' : (own[column] ?? ''))
  return {
    name,
    settings: {
      ...lookups,
      heading_row: headingRow,
      column: named(columns.link ?? columns.name),
      name_column: named(columns.name),
      address_column: columns.address.map(named),
      country_column: named(columns.country),
      reference_column: named(columns.reference),
    },
    sent: {
      format: 'csv',
      head: head.join(''),
      count: rows.length - headingRow,
      line: (index) => row(headingRow + index),
    },
  }
}

/**
 * Returns the cells to send for a row. Of an overlong one, only so much is sent that a batch also finds it too long.
 * @param otherwise the text for each empty cell.
 */
function sentCells(row: ReadRow | undefined, otherwise: readonly string[]): string[] {
  const cells = otherwise.map((text, index) => row?.cells[index] || text)
  if (row?.kind !== 'too_long') return cells
  return cells.map((_, index) => (index === 0 ? cells.join(',').slice(0, longestRow + 1) : ''))
}
