import { isBlank } from '@/server/features/lists/list-text'
import { type BatchCsv, type BatchInput, type CreateBatchOptions, partsOf } from '../batches.js'
import { type BulkInput, usedColumns } from './bulk-input.js'

/** A list as it is sent: only the columns to look up leave this machine. */
export interface SentList {
  /** Which columns hold what. */
  settings: CreateBatchOptions
  /** Yields the parts, always the same ones. */
  parts(): Generator<readonly BatchInput[] | BatchCsv, void, undefined>
}

/** Returns what is sent for a list. */
export function sentList(input: BulkInput): SentList {
  const { rows, names, columns, headingRow } = input
  if (names.length === 0) return { settings: {}, parts: () => partsOf(rows.map(([line = '']) => line)) }
  const used = usedColumns(columns)
  // An empty name keeps the server from guessing.
  const nameOf = (index: number | null) =>
    index === null ? '' : headingRow > 0 ? (names[index] ?? '') : `Column ${used.indexOf(index) + 1}`
  const { link, name, address, country, reference } = columns
  const settings = {
    heading_row: headingRow,
    column: nameOf(link),
    name_column: nameOf(name),
    address_column: address.map(nameOf),
    country_column: nameOf(country),
    reference_column: nameOf(reference),
  }
  const head = rows.slice(0, headingRow).map(sentRow).join('')
  function sentRow(cells: readonly string[], index: number): string {
    if (index + 1 === headingRow) return csvRow([...used.map(nameOf), 'Row'])
    // So that a row isn't blank only because its other cells aren't sent.
    const number = isBlank(cells) ? '' : String(index + 1)
    return csvRow([...used.map((column) => cells[column] ?? ''), number])
  }
  function* sentRows() {
    for (let index = headingRow; index < rows.length; index += 1) yield sentRow(rows[index] ?? [], index)
  }
  return {
    settings,
    *parts() {
      for (const part of partsOf(sentRows())) yield { csv: head + part.join('') }
    },
  }
}

/** Writes a row of a CSV. With all cells in quotation marks, nothing in them can be taken for a delimiter. */
const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
