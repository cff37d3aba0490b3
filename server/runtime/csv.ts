import Papa from 'papaparse'

/** The characters that make a spreadsheet read a cell as a formula, also after white space. */
const formula = /^\s*[=+\-@\t\r]/

const newline = '\r\n'

/**
 * Writes rows as CSV (RFC 4180, UTF-8 with a byte order mark) for a spreadsheet. Text that people typed is untrusted, so a
 * cell that a spreadsheet would read as a formula is prefixed with an apostrophe.
 */
export function csvOf(rows: readonly object[]): string {
  return `\ufeff${Papa.unparse([...rows], { escapeFormulae: formula, newline })}${newline}`
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

/** Writes rows as lines of CSV, without a heading or byte order mark, for a file that is written bit by bit. */
export function csvRows(rows: ReadonlyArray<readonly Cell[]>): string {
  const guarded = (cell: Cell) =>
    cell instanceof LongNumber ? `="${cell.text}"` : typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell
  return `${Papa.unparse(
    rows.map((row) => row.map(guarded)),
    { newline },
  )}${newline}`
}
