import Papa from 'papaparse'
import { type InputLine, namesListing } from './input-lines'

/** A column of a table: its heading, or its first cell where the table has no headings. */
export interface Column {
  index: number
  name: string
  /** One of its cells. */
  example: string
  /** In how many of the examined rows it names a listing. */
  readable: number
}

export interface Table {
  rows: string[][]
  columns: Column[]
  hasHeadings: boolean
  /** The column with the links; null where that is not clear and the user has to choose. */
  column: number | null
}

/** How many rows are examined to find the column with the links. */
const sampledRows = 50

/**
 * Parses a text as a table: cells separated by comma, semicolon or tab, quoted as in RFC 4180.
 * @returns null where no line has more than one cell.
 */
export function readTable(text: string): Table | null {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
  })
  const width = Math.max(0, ...data.slice(0, sampledRows).map(({ length }) => length))
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
  return { rows, columns, hasHeadings, column: clearColumn(columns, sample.length) }
}

/** A column in which at least half of the rows name a listing, and twice as many as in any other. */
function clearColumn(columns: readonly Column[], rows: number): number | null {
  const [best, next] = [...columns].sort((a, b) => b.readable - a.readable)
  if (!best || best.readable === 0 || best.readable < rows / 2) return null
  return (next?.readable ?? 0) * 2 <= best.readable ? best.index : null
}

/** The cells of one column, without empty ones. */
export function columnLines({ rows, hasHeadings }: Table, column: number): InputLine[] {
  return rows
    .map((row, index) => ({ number: index + 1, text: row[column]?.trim() ?? '' }))
    .filter(({ text, number }) => text !== '' && !(hasHeadings && number === 1))
}
