import Papa from 'papaparse'

/** What makes a spreadsheet read a cell as a formula, also after white space. */
const formula = /^\s*[=+\-@\t\r]/

/**
 * The same behind a semicolon or a line break inside a cell. Where the system's list separator is a semicolon, a spreadsheet
 * begins a new cell there: to it, quotation marks behind a comma are text. It looks back only from such a character, because
 * looking back from everywhere would take quadratic time.
 */
const innerFormula = /[=+\-@](?<=[;\r\n]\s*[=+\-@])/g

const options = {
  newline: '\r\n',
  quotes: (cell: unknown) => typeof cell === 'string' && cell.includes(';'),
}

/** Returns text as a spreadsheet may have it: in front of what it would read as a formula, there is an apostrophe. */
function guarded(text: string): string {
  const inner = text.replace(innerFormula, "'$&")
  return formula.test(inner) ? `'${inner}` : inner
}

/**
 * Writes rows as CSV (RFC 4180, UTF-8 with a byte order mark) for a spreadsheet. Text that people typed is untrusted, so
 * formulas in it are guarded.
 */
export function csvOf(rows: readonly object[]): string {
  const guardedRows = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, typeof cell === 'string' ? guarded(cell) : cell]),
    ),
  )
  return `\ufeff${Papa.unparse(guardedRows, options)}${options.newline}`
}

/** A number with more digits than spreadsheets keep. Its cell is a formula whose value is the digits as text. */
export class LongNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The value of a cell; text is guarded as above. */
export type Cell = string | number | LongNumber | null

/** Text that is written as it is, which nearly all cells are: no formula, and nothing that needs quotation marks. */
const plain = /^[^\s",;=+\-@\ufeff](?:[^",;\r\n\t\ufeff]*[^\s",;\ufeff])?$/

function written(cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (cell instanceof LongNumber) return `"=""${cell.text}"""`
  if (typeof cell === 'number') return String(cell)
  return plain.test(cell) ? cell : Papa.unparse([[guarded(cell)]], options)
}

/** Writes rows as lines of CSV, without a heading or byte order mark, for a file that is written bit by bit. */
export const csvRows = (rows: ReadonlyArray<readonly Cell[]>): string =>
  rows.map((row) => `${row.map(written).join(',')}${options.newline}`).join('')
