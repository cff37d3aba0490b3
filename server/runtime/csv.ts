import Papa from 'papaparse'

/** What makes a spreadsheet read a cell as a formula, also after white space. */
const formula = /^\s*[=+\-@\t\r]/

const newline = '\r\n'

/**
 * Rows as CSV (RFC 4180, UTF-8 with a byte order mark) for a spreadsheet. What people have typed is untrusted, so a cell that
 * a spreadsheet would read as a formula is prefixed with an apostrophe.
 */
export function csvOf(rows: readonly object[]): string {
  return `\ufeff${Papa.unparse([...rows], { escapeFormulae: formula, newline })}${newline}`
}

/** A cell with a number that is longer than spreadsheets keep: a formula that is its text. */
export class LongNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What a cell holds: text is guarded as above. */
export type Cell = string | number | LongNumber | null

/** Lines of CSV without a heading and a byte order mark, for a file that is written bit by bit. */
export function csvRows(rows: ReadonlyArray<readonly Cell[]>): string {
  const guarded = (cell: Cell) =>
    cell instanceof LongNumber ? `="${cell.text}"` : typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell
  return `${Papa.unparse(
    rows.map((row) => row.map(guarded)),
    { newline },
  )}${newline}`
}
