import { type AddedCell, type AddedColumn, addColumns, type PlacedColumn } from './xlsx/add-columns'
import { cellValuesOf } from './xlsx/cell-values'
import { emptyWorkbook } from './xlsx/empty-workbook'
import { insertRow } from './xlsx/insert-row'
import { type Layout, layoutOf } from './xlsx/layout'
import { type Parts, pack, partText, relationshipsOf, unpack, WorkbookError } from './xlsx/package'
import { CellCount, readCells, type SheetCells, webAddress } from './xlsx/read-sheet'
import { maxRow } from './xlsx/references'

export type { AddedCell, AddedColumn }

/** A sheet as text. Rows can have different lengths. */
export interface Sheet {
  name: string
  isHidden: boolean
  /**
   * The cells as text, from the first row to the last filled one. Dates are ISO 8601, and numbers have no format. A number of
   * more than 15 digits has an exponent, because its last digits are lost. Merged cells repeat their value downward.
   */
  rows: string[][]
  /**
   * For each column with addresses behind its text, the rows end with one more column, which has the addresses. This lists the
   * columns with the texts, by index from 0.
   */
  linkColumns: readonly number[]
  /** The columns with numbers of more than 15 digits, by index from 0. */
  roundedColumns: readonly number[]
}

export interface Workbook {
  /** In the order of their tabs. */
  sheets: readonly Sheet[]
}

/**
 * Reads an Excel file (XLSX or XLSM).
 * @throws Error with a message for the user.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  return explained(() => {
    const parts = unpack(bytes)
    const layout = layoutOf(parts)
    const read = sheetReader(parts, layout)
    return { sheets: layout.sheets.map(({ name, isHidden }, index) => withLinks(name, isHidden, read(index))) }
  })
}

/**
 * Adds columns to a sheet of a workbook. A column whose heading the sheet already has replaces that one; the others follow the
 * last filled column. Everything else in the workbook remains.
 * @param sheet the sheet’s index among those that `readWorkbook` returns.
 * @param edit.headingRow the row of the headings, from 1; 0 for none, which inserts a heading row before the first row.
 * @throws Error with a message for the user.
 */
export async function writeWorkbook(
  original: Uint8Array,
  sheet: number,
  edit: { headingRow: number; columns: readonly AddedColumn[] },
): Promise<Uint8Array> {
  return explained(() => {
    const parts = unpack(original)
    const layout = layoutOf(parts)
    const part = layout.sheets[sheet]
    if (!part) throw new Error('The workbook does not have this sheet.')
    const { rows } = sheetReader(parts, layout)(sheet)
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
    const headings = (rows[edit.headingRow - 1] ?? []).map((heading) => heading.trim())
    let last = width
    const columns: PlacedColumn[] = edit.columns.map(({ heading, cells }) => {
      const index = headings.indexOf(heading)
      return { heading, cells, column: index === -1 ? ++last : index + 1 }
    })
    if (edit.headingRow === 0 && rows.length === maxRow)
      throw new WorkbookError('This sheet has no free row for headings.')
    if (edit.headingRow > 0) addColumns(parts, layout, part.path, columns, edit.headingRow, rows.length)
    else {
      insertRow(parts, part)
      addColumns(parts, layout, part.path, belowHeadings(columns, width), 1, rows.length + 1)
    }
    return pack(parts)
  })
}

/**
 * Moves the cells of added columns down by a row, and gives each of a sheet’s own columns a heading.
 * @param width the number of the sheet’s own columns.
 */
function belowHeadings(columns: readonly PlacedColumn[], width: number): PlacedColumn[] {
  const own = Array.from({ length: width }, (_, index) => ({
    heading: `Column ${index + 1}`,
    column: index + 1,
    cells: null,
  }))
  const added = columns.map(({ heading, column, cells }) => ({
    heading,
    column,
    cells: (row: number) => cells?.(row - 1) ?? null,
  }))
  return [...own, ...added]
}

/**
 * Writes a workbook with one sheet.
 * @param rows the first one has the headings.
 */
export async function newWorkbook(rows: ReadonlyArray<readonly AddedCell[]>): Promise<Uint8Array> {
  const parts = emptyWorkbook()
  const layout = layoutOf(parts)
  const columns = (rows[0] ?? []).map((heading, index) => ({
    heading: String(heading ?? ''),
    column: index + 1,
    cells: (row: number) => rows[row - 1]?.[index] ?? null,
  }))
  addColumns(parts, layout, layout.sheets[0]?.path ?? '', columns, 1, rows.length)
  return pack(parts)
}

/** Replaces errors that users could not understand. */
function explained<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof WorkbookError) throw error
    throw new WorkbookError(
      'This workbook is damaged. Open it in a spreadsheet program, save it as XLSX, then try again.',
    )
  }
}

/** Returns the function that reads a sheet of a workbook by its index. */
function sheetReader(parts: Parts, layout: Layout): (index: number) => SheetCells {
  const values = cellValuesOf(parts, layout)
  const count = new CellCount()
  return (index) => {
    const path = layout.sheets[index]?.path ?? ''
    const addresses = new Map(
      relationshipsOf(parts, path)
        .filter(({ isExternal, target }) => isExternal && webAddress.test(target))
        .map(({ id, target }) => [id, target]),
    )
    return readCells(partText(parts, path) ?? '', values, (id) => addresses.get(id) ?? null, count)
  }
}

function withLinks(name: string, isHidden: boolean, { rows, links, roundedColumns }: SheetCells): Sheet {
  const columns = new Set<number>()
  for (const [row, ofRow] of links)
    for (const [column, address] of ofRow) if (isBehind(address, rows[row]?.[column] ?? '')) columns.add(column)
  const linkColumns = [...columns].sort((a, b) => a - b)
  if (linkColumns.length === 0) return { name, isHidden, rows, linkColumns, roundedColumns }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  for (const [index, row] of rows.entries()) {
    const texts = linkColumns.map((column) => {
      const text = row[column] ?? ''
      return links.get(index)?.get(column) ?? (webAddress.test(text) ? text : '')
    })
    if (texts.every((text) => text === '')) continue
    while (row.length < width) row.push('')
    row.push(...texts)
  }
  return { name, isHidden, rows, linkColumns, roundedColumns }
}

/** Whether an address says more than the text in front of it. */
const isBehind = (address: string, text: string) => text !== '' && bare(address) !== bare(text)
const bare = (address: string) => address.trim().replace(webAddress, '').replace(/\/$/, '')
