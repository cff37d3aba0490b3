import { isAddedHeading } from './added-columns'
import { examinedRows, namesListing } from './cell-kinds'
import { guessColumns, type ListColumns } from './columns'
import { columnNames, headingRow } from './headings'
import type { Sheet } from './workbook'

/** What a column of a list can hold. */
const columnRoles = ['link', 'name', 'address', 'country', 'reference'] as const

export type ColumnRole = (typeof columnRoles)[number]

/** Returns what a column holds; null if nothing that is used. */
export function roleOf(columns: ListColumns, index: number): ColumnRole | null {
  if (columns.address.includes(index)) return 'address'
  return columnRoles.find((role) => columns[role] === index) ?? null
}

/** Returns the columns with another role for one of them; null for none. Any number can be addresses. */
export function withRole(columns: ListColumns, index: number, role: ColumnRole | null): ListColumns {
  const unless = (column: number | null) => (column === index ? null : column)
  const { link, name, address, country, reference } = columns
  const others = {
    link: unless(link),
    name: unless(name),
    address: address.filter((column) => column !== index),
    country: unless(country),
    reference: unless(reference),
  }
  if (role === null) return others
  if (role !== 'address') return { ...others, [role]: index }
  return { ...others, address: [...others.address, index].sort((a, b) => a - b) }
}

/** How to read a list. Null: as guessed. */
export interface SheetChoice {
  /** The index of the sheet. */
  sheet: number | null
  /** The number of the row with the headings; 0 for none. */
  headingRow: number | null
  columns: ListColumns | null
  /** Whether each line is read as a whole. */
  isWhole: boolean | null
}

/** How a sheet is read. */
export interface SheetLayout {
  /** The number of the row with the headings; 0 for none. */
  headingRow: number
  /** The columns' names, all different; empty for a list of lines. */
  names: readonly string[]
  columns: ListColumns
  /** The columns as guessed. */
  guess: ListColumns
  /** How many columns Pinref added to an earlier file. They aren't among the others. */
  ownColumns: number
}

/** Returns the index of the first visible sheet with a column of links, or otherwise with more than one row. */
export function likelySheet(sheets: ReadonlyArray<Pick<Sheet, 'isHidden' | 'rows' | 'linkColumns'>>): number {
  const [first, ...others] = sheets.flatMap(({ isHidden, rows }, index) => (isHidden || rows.length < 2 ? [] : [index]))
  if (first === undefined)
    return Math.max(
      0,
      sheets.findIndex(({ isHidden, rows }) => !isHidden && rows.length > 0),
    )
  const hasLinks = (index: number) => {
    const { rows = [], linkColumns = [] } = sheets[index] ?? {}
    return sheetLayout(rows, linkColumns, { headingRow: null, columns: null }).layout.guess.link !== null
  }
  return others.length === 0 ? first : ([first, ...others].find(hasLinks) ?? first)
}

const noColumns: ListColumns = { link: null, name: null, address: [], country: null, reference: null }

/**
 * The layout of a list whose lines are read as a whole. It has a heading only if links or identifiers follow, because names
 * may look like headings.
 * @param rows of one cell each.
 */
export function linesLayout(rows: ReadonlyArray<readonly string[]>): SheetLayout {
  const columns = { ...noColumns, link: 0 }
  const heading = headingRow(rows)
  const isHeading = rows.slice(heading, heading + examinedRows).some(([line = '']) => namesListing(line))
  return { headingRow: isHeading ? heading : 0, names: [], columns, guess: columns, ownColumns: 0 }
}

/**
 * Finds out how to read a sheet.
 * @param linkColumns as in `columnNames`.
 * @returns its layout, and its rows without the columns that Pinref added to an earlier file.
 */
export function sheetLayout(
  sheet: ReadonlyArray<readonly string[]>,
  linkColumns: readonly number[],
  choice: Pick<SheetChoice, 'headingRow' | 'columns'>,
): { layout: SheetLayout; rows: ReadonlyArray<readonly string[]> } {
  const heading = choice.headingRow ?? headingRow(sheet, linkColumns)
  const names = columnNames(sheet, heading, linkColumns)
  const kept = names.flatMap((name, index) => (isAddedHeading(name) ? [] : [index]))
  const rows = kept.length === names.length ? sheet : sheet.map((row) => kept.map((index) => row[index] ?? ''))
  const own = kept.map((index) => names[index] ?? '')
  const guess = guessColumns(own, rows.slice(heading, heading + examinedRows))
  const layout = {
    headingRow: heading,
    names: own,
    columns: choice.columns ?? guess,
    guess,
    ownColumns: names.length - own.length,
  }
  return { layout, rows }
}
