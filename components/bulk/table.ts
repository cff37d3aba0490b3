import Papa from 'papaparse'
import type { InputLine } from './lines'
import { namesListing } from './read-lines'

/** A column of a table: its heading, or a name such as "Column 2" if it has none. */
interface Column {
  index: number
  name: string
  example: string
  /** The number of examined rows that identify a listing in this column. */
  readable: number
}

export interface Table {
  rows: string[][]
  columns: Column[]
  hasHeadings: boolean
  /** The column to look up; null if it is unclear and the user has to choose. */
  column: number | null
}

/** The maximum number of columns in a table, as in a batch. */
export const maxColumns = 200

/** The number of rows examined to find the column with the links. */
const sampledRows = 50

/**
 * Parses a string as a table: cells separated by commas, semicolons, or tabs, quoted as in RFC 4180.
 * @returns null if no line has more than one cell.
 * @throws Error with a message for the user if it has too many columns.
 */
export function readTable(text: string): Table | null {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
  })
  const width = Math.max(0, ...data.slice(0, sampledRows).map(({ length }) => length))
  if (width > maxColumns) throw new Error(`The limit is ${maxColumns} columns. Remove the ones you don’t need.`)
  return width > 1 ? tableOf(data, width) : null
}

function tableOf(rows: string[][], width: number): Table {
  const [top = [], ...body] = rows
  const hasHeadings = body.length > 0 && !top.some(namesListing)
  const sample = (hasHeadings ? body : rows).slice(0, sampledRows)
  const columns = Array.from({ length: width }, (_, index): Column => {
    const cells = sample.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
    const [example = ''] = cells
    const heading = hasHeadings ? top[index]?.trim() : ''
    return { index, name: heading || `Column ${index + 1}`, example, readable: cells.filter(namesListing).length }
  })
  return { rows, columns, hasHeadings, column: clearColumn(columns, sample.length) ?? namedColumn(columns) }
}

/**
 * Returns the column in which at least half of the rows identify a listing, at least twice as many as in any other;
 * null if there is none.
 */
function clearColumn(columns: readonly Column[], rows: number): number | null {
  const [best, next] = [...columns].sort((a, b) => b.readable - a.readable)
  if (!best || best.readable === 0 || best.readable < rows / 2) return null
  return (next?.readable ?? 0) * 2 <= best.readable ? best.index : null
}

/** Common headings of columns to look up, most specific kind first. */
const usualNames = [/\b(?:url|link|maps?)\b/i, /\bplace[ _-]?id\b/i, /\bcid\b/i, /\b(?:name|business|listing)\b/i]

/** Returns the column with a heading of the most specific kind present; null if several columns have one. */
function namedColumn(columns: readonly Column[]): number | null {
  for (const name of usualNames) {
    const [first, ...others] = columns.filter((column) => name.test(column.name))
    if (first) return others.length === 0 ? first.index : null
  }
  return null
}

/** Whether the text could be a list, such as names with commas. */
export const isMoreLikeList = ({ column, columns }: Table): boolean =>
  column === null && columns.every(({ readable }) => readable === 0)

/** Whether a column holds names rather than links and identifiers. */
export const hasNames = ({ columns }: Table, column: number): boolean => columns[column]?.readable === 0

/** Returns the column with addresses to search with; null unless exactly one heading matches. */
export function addressColumn({ columns }: Table, column: number): number | null {
  const named = columns.filter(({ index, name }) => index !== column && /\b(?:address|street)\b/i.test(name))
  return named.length === 1 ? (named[0]?.index ?? null) : null
}

/**
 * Returns a table's rows with the text to look up for each, skipping rows that have none.
 * @param address the column to search with in addition to a name; null if none.
 */
export function tableLines(
  { rows, columns, hasHeadings }: Table,
  column: number,
  address: number | null = null,
): { lines: InputLine[]; columns: string[] } {
  const cellAt = (cells: readonly string[], at: number | null) => (at === null ? '' : (cells[at]?.trim() ?? ''))
  const textOf = (cells: readonly string[]) => {
    const parts = [cellAt(cells, column), cellAt(cells, address)]
    return parts[0] === '' || parts[1] === '' || namesListing(parts[0] ?? '') ? (parts[0] ?? '') : parts.join(', ')
  }
  const keyOf = (cells: readonly string[]) => JSON.stringify([cellAt(cells, column), cellAt(cells, address)])
  const lines = rows
    .map((cells, index) => ({ number: index + 1, text: textOf(cells), cells, key: keyOf(cells) }))
    .filter(({ text, number }) => text !== '' && !(hasHeadings && number === 1))
  return { lines, columns: distinct(columns.map(({ name }) => name)) }
}

/** Makes names distinct: "link", "link 2". */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let count = 2; taken.has(own); count++) own = `${name} ${count}`
    taken.add(own)
    return own
  })
}
