import { cellKind, examinedPart, examinedRows, isNumber, namesListing } from './cell-kinds'
import { meaningOf } from './heading-words'

/** How many rows below a row it is compared with. */
const comparedRows = 20

type Rows = ReadonlyArray<readonly string[]>

/** A row that isn't blank: its number in the sheet, and its filled cells by column. */
interface FilledRow {
  number: number
  cells: ReadonlyMap<number, string>
}

/**
 * Finds the row with the headings: the first one that is filled like the rows below it and isn't data itself. Titles above
 * it have fewer filled cells.
 * @param rows the rows of the sheet, in order, of which the first 50 are examined.
 * @param linkColumns as in `columnNames`. Their links have no headings of their own.
 * @returns its number, from 1; 0 if the sheet has no headings.
 */
export function headingRow(rows: Rows, linkColumns: readonly number[] = []): number {
  const filled = filledRows(rows)
  const ownWidth = widthOf(rows.slice(0, examinedRows)) - linkColumns.length
  const width = new Set(filled.flatMap(({ cells }) => [...cells.keys()])).size
  if (width < 2) return headingOfList(filled)
  let first: FilledRow | undefined
  for (const [index, row] of filled.entries()) {
    const below = filled.slice(index + 1, index + 1 + comparedRows)
    if (below.length === 0) return first?.number ?? (isKnown(row) ? row.number : 0)
    const isFilled = coverage(row, below, ownWidth) >= leastCoverage
    if (isFilled && isData(row, below)) return first?.number ?? sparseHeading(filled, index, ownWidth)
    if (isFilled && isKnown(row)) return secondLine(row, below) ?? row.number
    if (isFilled) first ??= row
    if (first && row.number >= first.number + mostTitles) return first.number
  }
  return first?.number ?? 0
}

/** The share of the usual columns of the rows below that the heading row fills. */
const leastCoverage = 0.75

/** How many rows with unknown words may precede one with common headings. */
const mostTitles = 4

function filledRows(rows: Rows): FilledRow[] {
  return examinedPart(rows).flatMap((row, index) => {
    const cells = new Map([...row.entries()].filter(([, text]) => text !== ''))
    return cells.size > 0 ? [{ number: index + 1, cells }] : []
  })
}

const isKnownHeading = (text: string): boolean => meaningOf(text)?.isExact === true

/** Whether at least half of a row's cells are common headings. */
function isKnown({ cells }: FilledRow): boolean {
  const known = [...cells.values()].filter(isKnownHeading).length
  return known * 2 >= cells.size && (known > 1 || cells.size === 1)
}

/** Returns the columns that at least half of the rows fill. */
function usualColumns(rows: readonly FilledRow[]): number[] {
  const counts = new Map<number, number>()
  for (const { cells } of rows) for (const column of cells.keys()) counts.set(column, (counts.get(column) ?? 0) + 1)
  return [...counts].filter(([, count]) => count * 2 >= rows.length).map(([column]) => column)
}

/** Returns the share of the usual columns of the rows below that a row fills. */
function coverage({ cells }: FilledRow, below: readonly FilledRow[], ownWidth: number): number {
  const usual = usualColumns(below).filter((column) => column < ownWidth)
  return usual.length === 0 ? 0 : usual.filter((column) => cells.has(column)).length / usual.length
}

/**
 * Whether a row is data: it has a link, an email address, a number above other numbers, or a cell that is repeated below, or
 * most of its cells have digits.
 */
function isData(row: FilledRow, below: readonly FilledRow[]): boolean {
  const cells = [...row.cells]
  if (cells.some(([, text]) => !isWords(text) && !isKnownHeading(text))) return true
  const under = (column: number) => below.flatMap(({ cells }) => cells.get(column) ?? [])
  const isAboveLinks = cells.some(
    ([column, text]) => meaningOf(text) !== null && areMostly(under(column), namesListing),
  )
  if (isKnown(row) || isAboveLinks) return false
  const inNumbers = cells.filter(([column]) => areMostly(under(column), isNumber))
  const numbers = inNumbers.filter(
    ([column, text]) => isNumber(text) && (!isPeriod(text) || areMostly(under(column), isPeriod)),
  )
  if (numbers.length * 2 > inNumbers.length) return true
  // The next row may be the second line of headings.
  const later = below.slice(1)
  if (cells.some(([column, text]) => later.some(({ cells }) => cells.get(column) === text))) return true
  return cells.filter(([, text]) => /\p{N}{2}|^\p{N}/u.test(text) && !isPeriod(text)).length * 2 > cells.length
}

/** Whether a cell has no link, identifier, or email address. */
const isWords = (text: string): boolean => ['text', 'number'].includes(cellKind(text))

const areMostly = (texts: readonly string[], test: (text: string) => boolean): boolean =>
  texts.filter(test).length * 2 > texts.length

/** Whether a cell is a year or a date, which are common headings. */
const isPeriod = (text: string): boolean =>
  /^(?:(?:19|20)\d\d(?:-\d\d){0,2}|\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2})$/.test(text)

/** Returns the number of a row just above the first data that has common headings, but fewer than the data has columns. */
function sparseHeading(filled: readonly FilledRow[], index: number, ownWidth: number): number {
  const row = filled[index - 1]
  const isHeading = row && isKnown(row) && coverage(row, filled.slice(index, index + comparedRows), ownWidth) >= 0.5
  return isHeading ? row.number : 0
}

/**
 * Returns the number of the second line of headings, which has more of them, if the first one continues there in a merged
 * cell.
 */
function secondLine(row: FilledRow, [next, ...below]: readonly FilledRow[]): number | null {
  if (!next || below.length === 0 || next.cells.size <= row.cells.size || isData(next, below)) return null
  const isMerged = [...row.cells].some(([column, text]) => next.cells.get(column) === text)
  return isMerged ? next.number : null
}

/** Returns the number of the heading of a list in one column: a common heading, or a word above a list of links. */
function headingOfList(filled: readonly FilledRow[]): number {
  const list = filled.map(({ number, cells }) => ({ number, text: [...cells.values()].join() }))
  const kinds = list.map(({ text }) => cellKind(text))
  const start = kinds.indexOf('listing')
  const above = list.slice(0, start < 0 ? Math.min(mostAboveList, list.length - 1) : start)
  const known = above.findLast(({ text }) => isKnownHeading(text))
  if (known) return known.number
  const data = kinds.slice(start)
  const isLinks = start > 0 && data.filter((kind) => kind !== 'text').length >= data.length * 0.8
  const last = above.at(-1)
  const isHeading = isLinks && above.length <= mostAboveList && /^[\p{L}_ -]{1,30}$/u.test(last?.text ?? '')
  return isHeading && last ? last.number : 0
}

/** How many rows may be above a list in one column: a title and a heading. */
const mostAboveList = 2

/**
 * Finds the row that has all these columns, as headings.
 * @param rows the rows of the sheet, of which the first 50 are examined.
 * @param names names as `columnNames` returns them.
 * @param linkColumns as in `columnNames`.
 * @returns the row's number, from 1; 0 if there is none.
 */
export function headingRowWith(rows: Rows, names: readonly string[], linkColumns: readonly number[] = []): number {
  const wanted = names.filter((name) => !/^Column \d+$/.test(name)).map(oneLine)
  if (wanted.length === 0) return 0
  const width = widthOf(rows)
  const index = rows.slice(0, examinedRows).findIndex((row) => {
    if (row.every((cell) => cell.trim() === '')) return false
    const present = new Set(namesIn(row, width, linkColumns))
    return wanted.every((name) => present.has(name))
  })
  return index + 1
}

/**
 * Names the columns of a list: by their headings, `Column 3` if there is none, and `Link 2` for the second `Link`.
 * @param rows all rows of the sheet.
 * @param heading the number of the heading row; 0 if there is none.
 * @param linkColumns the columns whose cells have links behind their texts. The links are in additional columns at the end
 *   of the rows, one for each of these in this order, which are named after them: `Maps (link)`.
 * @returns distinct names, one per column.
 */
export function columnNames(rows: Rows, heading: number, linkColumns: readonly number[] = []): string[] {
  return namesIn(rows[heading - 1] ?? [], widthOf(rows), linkColumns)
}

const widthOf = (rows: Rows): number => rows.reduce((most, { length }) => Math.max(most, length), 0)

function namesIn(headings: readonly string[], width: number, linkColumns: readonly number[]): string[] {
  const own = distinct(
    Array.from(
      { length: Math.max(0, width - linkColumns.length) },
      (_, index) => oneLine(headings[index] ?? '') || `Column ${index + 1}`,
    ),
  )
  const links = linkColumns.map((column) => `${own[column] ?? `Column ${column + 1}`} (link)`)
  return distinct([...own, ...links])
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let count = 2; taken.has(own); count++) own = `${name} ${count}`
    taken.add(own)
    return own
  })
}
