import { isAddedHeading } from '@/server/features/lists/added-columns'
import { examinedRows } from '@/server/features/lists/cell-kinds'
import { guessColumns, usualColumns } from '@/server/features/lists/columns'
import { columnNames, headingRow, headingRowWith } from '@/server/features/lists/headings'
import type { ListLayout, ListOptions } from '@/server/features/lists/list-layout'
import type { RowSettings } from '@/server/features/lists/row-request'
import { PinrefError } from '@/server/platform/problems/errors'
import { excerpt } from '@/server/platform/runtime/input'
import { longestColumn, longestHeading, maxColumns } from './limits'

/** The columns of a CSV, without those that Pinref added. */
export interface Columns {
  names: string[]
  /** Their indexes among all columns. */
  own: readonly number[]
  /** The number of all columns. */
  width: number
}

type Rows = ReadonlyArray<readonly string[]>

/**
 * Finds the headings of a CSV.
 * @param rows the first rows, up to `examinedRows`.
 * @param isWhole whether there are no other rows.
 * @throws PinrefError `invalid_request` if a requested column or heading row is missing, or the headings are too long.
 */
export function findHeadings(rows: Rows, options: ListOptions, isWhole: boolean): { number: number; columns: Columns } {
  const number = options.headingRow ?? headingNumber(rows, options, isWhole)
  if (number > rows.length)
    throw invalid(`heading_row: Send the number of one of the first ${examinedRows} rows, or 0 for none.`)
  const columns = columnsOf(rows, number)
  for (const name of requestedColumns(options)) {
    if (columns.names.includes(name)) continue
    throw invalid(
      `This CSV has no column "${excerpt(name)}". The columns are: ${listOf(namesToShow(rows, columns)) || 'none'}.`,
    )
  }
  return { number, columns }
}

/** Returns the number of the heading row: the first one with the requested columns, otherwise the one that looks like it. */
function headingNumber(rows: Rows, options: ListOptions, isWhole: boolean): number {
  const requested = requestedColumns(options)
  const named = headingRowWith(rows, requested)
  if (named > 0) return named
  // A list that has no headings has the columns `Column 1`, `Column 2`, and so on.
  if (requested.length > 0 && requested.every((name) => columnNames(rows, 0).includes(name))) return 0
  const filled = rows.findIndex((row) => row.some((cell) => cell.trim() !== '')) + 1
  if (requested.length > 0) return headingRow(rows) || filled
  // The other rows are too long to be examined.
  if (rows.length === 1 && !isWhole) return filled
  const isUsual = rows[filled - 1]?.some((cell) => usualColumns.includes(cell.trim()))
  return headingRow(rows) || (isUsual ? filled : 0)
}

/** Names the columns. @throws PinrefError `invalid_request` if there are too many, or their names are too long. */
function columnsOf(rows: Rows, number: number): Columns {
  const headings = (rows[number - 1] ?? []).map((name) => name.trim())
  const isTooLong =
    rows.some((row, index) => row.length > maxColumns && (number === 0 || index === number - 1)) ||
    headings.some(({ length }) => length > longestColumn) ||
    headings.reduce((sum, { length }) => sum + length, 0) > longestHeading
  if (isTooLong) throw longHeadings()
  const width = Math.max(headings.length, ...rows.map(usableWidth))
  const names = columnNames([...rows.map((row) => row.slice(0, width)), Array<string>(width).fill('')], number)
  const own = names.flatMap((name, index) => (isAddedHeading(name) ? [] : [index]))
  return { names: own.map((index) => names[index] ?? ''), own, width }
}

/** Returns the number of cells up to the last one that isn't empty. */
export const filledWidth = (row: readonly string[]): number => row.findLastIndex((cell) => cell !== '') + 1

/** Returns how many columns a row needs; 0 for a row with too many cells, which can't be read. */
export function usableWidth(row: readonly string[]): number {
  const width = filledWidth(row)
  return width > maxColumns ? 0 : width
}

/** Returns the names of the columns of rows with this many cells. */
export function namesFor({ names, width }: Columns, cells: number): string[] {
  const more = Array.from({ length: Math.max(0, cells - width) }, (_, index) => `Column ${width + index + 1}`)
  return [...names, ...more]
}

/** Returns a row's own cells, including those after the last known column. */
export function ownCells(row: readonly string[], { own, width }: Columns): string[] {
  if (own.length === width) return row.slice()
  return [...own.filter((index) => index < row.length).map((index) => row[index] ?? ''), ...row.slice(width)]
}

/**
 * Determines which column holds what: as requested, and otherwise guessed from the headings and the first rows, as on the
 * bulk page.
 * @throws PinrefError `invalid_request` if the caller must specify the column to look up.
 */
export function layoutOf(
  { names }: Columns,
  rows: Rows,
  number: number,
  options: ListOptions & Pick<RowSettings, 'operation'>,
): ListLayout {
  const guess = guessColumns(names, rows.slice(number))
  const nameAt = (index: number | null) => (index === null ? '' : (names[index] ?? ''))
  const [link, name] = [nameAt(guess.link), nameAt(guess.name)]
  const column = options.column ?? columnToLookUp(names, link, name, options.operation)
  const nameColumn = options.nameColumn ?? (options.operation === 'search' ? column : name)
  const isFree = (one: string) => one !== column && one !== nameColumn
  const unlessTaken = (one: string) => (isFree(one) ? one : '')
  return {
    headingRow: number,
    column,
    nameColumn,
    addressColumns: options.addressColumns ?? guess.address.map(nameAt).filter(isFree),
    countryColumn: options.countryColumn ?? unlessTaken(nameAt(guess.country)),
    referenceColumn: options.referenceColumn ?? unlessTaken(nameAt(guess.reference)),
  }
}

function columnToLookUp(
  names: readonly string[],
  link: string,
  name: string,
  operation: RowSettings['operation'],
): string {
  const [only = ''] = names
  const guessed = operation === 'search' ? name : link
  const usual = usualColumns.find((one) => names.includes(one)) ?? (operation === 'auto' ? name : '')
  const column = guessed || usual || (names.length === 1 ? only : '')
  if (column !== '') return column
  throw invalid(
    names.length > 0
      ? `It is unclear which column to look up. Set column to one of these: ${listOf(names)}.`
      : 'This CSV has no column names.',
  )
}

const requestedColumns = ({ column, nameColumn, addressColumns, countryColumn, referenceColumn }: ListOptions) =>
  [column, nameColumn, ...(addressColumns ?? []), countryColumn, referenceColumn].filter(
    (name): name is string => name !== null && name !== '',
  )

export const longHeadings = () =>
  invalid(
    `The headings of a CSV can have at most ${maxColumns} column names of up to ${longestColumn} characters each, and at most ` +
      `${longestHeading.toLocaleString('en')} characters in total.`,
  )

const namesToShow = (rows: Rows, { names }: Columns): readonly string[] => (rows.length === 0 ? [] : names)

/** Lists column names for an error. */
const listOf = (columns: readonly string[]): string => excerpt(columns.map((name) => `"${name}"`).join(', '))

const invalid = (detail: string) => new PinrefError('invalid_request', detail)
