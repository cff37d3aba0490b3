import Papa from 'papaparse'

/** What makes a spreadsheet read a cell as a formula, also after white space. */
const formula = /^\s*[=+\-@\t\r]/

/**
 * Rows as CSV (RFC 4180, UTF-8 with a byte order mark) for a spreadsheet. What people have typed is untrusted, so a cell that
 * a spreadsheet would read as a formula is prefixed with an apostrophe.
 */
export function csvOf(rows: readonly object[]): string {
  return `\ufeff${Papa.unparse([...rows], { escapeFormulae: formula, newline: '\r\n' })}\r\n`
}
