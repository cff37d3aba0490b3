import { cellValuesOf } from './xlsx/cell-values'
import { type Layout, layoutOf } from './xlsx/layout'
import { type Parts, partText, relationshipsOf, unpack, WorkbookError } from './xlsx/package'
import { CellCount, readCells, type SheetCells, webAddress } from './xlsx/read-sheet'

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
   * Columns with addresses behind their text have a column of their own at the end of the rows, with the addresses. This lists,
   * for each of those, the column with the text, by index from 0.
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
