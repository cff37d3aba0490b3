import { type Cell, LongNumber } from '@/server/platform/runtime/csv'
import { addedCells, addedHeadings } from './added-columns'
import type { Row } from './row'
import { type AddedCell, newWorkbook, writeWorkbook } from './workbook'

/** A workbook that a list came from. */
export interface SourceWorkbook {
  bytes: Uint8Array
  /** The index of the list's sheet. */
  sheet: number
}

/**
 * Adds the results of rows to the workbook that they came from. Columns that were added earlier are replaced.
 * @param headingRow the number of the row with the headings; 0 for none.
 * @throws Error with a message for the user.
 */
export async function withResults(
  { bytes, sheet }: SourceWorkbook,
  headingRow: number,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<Uint8Array> {
  const results = new Map<number, AddedCell[]>()
  for await (const row of rows) results.set(row.row, addedCells(row).map(sheetCell))
  const columns = addedHeadings.map((heading, index) => ({
    heading,
    cells: (row: number) => results.get(row)?.[index] ?? null,
  }))
  return writeWorkbook(bytes, sheet, { headingRow, columns })
}

/** Writes a table to a new workbook. @param rows of which the first is the widest. */
export const tableWorkbook = (rows: ReadonlyArray<readonly Cell[]>): Promise<Uint8Array> =>
  newWorkbook(rows.map((cells) => cells.map(sheetCell)))

/** Returns a cell for a workbook: a CID is text, because spreadsheets round numbers that long, and an address is a link. */
function sheetCell(cell: Cell): AddedCell {
  if (cell instanceof LongNumber) return cell.text
  return typeof cell === 'string' && cell.startsWith('https://') ? { link: cell } : cell
}
