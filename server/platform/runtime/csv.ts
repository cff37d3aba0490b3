import Papa from 'papaparse'

/** The characters that start a formula. Spreadsheets in East Asian locales read the wide and small forms as well. */
const starts = '=+\\-@＝＋－＠﹦﹢﹣﹫'

/** Characters without a visible form. A spreadsheet, or a tool that cleans its data, may drop them before a formula. */
const invisible = '\\s\\p{C}\\p{DI}'

/**
 * Matches text that a spreadsheet reads as a formula, even after whitespace. Text with apostrophes before a formula also
 * matches and gets another one, so that removing one restores any text.
 */
const formula = new RegExp(`^'*[${invisible}]*[${starts}\\t\\r]`, 'u')

/**
 * Matches such text after a semicolon or a line break inside a cell. If the system's list separator is a semicolon, a
 * spreadsheet starts a new cell at a semicolon, because it treats quotation marks after a comma as text. The pattern
 * looks back only from a character that can start a formula, because looking back from every character would take
 * quadratic time.
 */
const innerFormula = new RegExp(`[${starts}](?<=[;\\r\\n][${invisible}]*'*[${starts}])`, 'gu')

/** Match the apostrophes that `withoutFormulas` adds: at the start of a cell, and inside it. */
const guard = new RegExp(`^'(?='*[${invisible}]*[${starts}\\t\\r])`, 'u')
const innerGuard = new RegExp(`'(?=[${starts}])(?<=[;\\r\\n][${invisible}]*'+)`, 'gu')

/** A number with so many digits is shown in scientific notation by spreadsheets, which then save it that way. */
const longNumber = /^\d{12,}$/

const options = {
  newline: '\r\n',
  quotes: (cell: unknown) => typeof cell === 'string' && cell.includes(';'),
}

/**
 * Returns text that is safe in a spreadsheet, with an apostrophe before any text that the spreadsheet would read as a
 * formula.
 */
function withoutFormulas(text: string): string {
  const inner = text.replace(innerFormula, "'$&")
  return formula.test(inner) ? `'${inner}` : inner
}

/**
 * Writes rows as CSV (RFC 4180, UTF-8 with a byte order mark) for a spreadsheet. Text entered by people is untrusted, so formulas
 * in such text are disabled.
 */
export function csvOf(rows: readonly object[]): string {
  const safeRows = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, typeof cell === 'string' ? withoutFormulas(cell) : cell]),
    ),
  )
  return `\ufeff${Papa.unparse(safeRows, options)}${options.newline}`
}

/** A number with more digits than spreadsheets store. The cell is a formula that returns the digits as text. */
export class LongNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A cell's value. */
export type Cell = string | number | LongNumber | null

/** Text that is written unchanged, like nearly all cells: no formula, and nothing that needs quotation marks. */
const plain = new RegExp(`^[^${invisible}${starts}'",;](?:[^",;\\r\\n\\t\\ufeff]*[^\\s",;\\ufeff])?$`, 'u')

const guardedNumber = (digits: string) => `"=""${digits}"""`

function cellText(cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (cell instanceof LongNumber) return guardedNumber(cell.text)
  if (typeof cell === 'number') return String(cell)
  if (longNumber.test(cell)) return guardedNumber(cell)
  return plain.test(cell) ? cell : Papa.unparse([[withoutFormulas(cell)]], options)
}

/**
 * Writes rows as lines of CSV for a spreadsheet, with formulas in text disabled as above, without a header or byte order
 * mark, for a file that is written in pieces.
 */
export const csvRows = (rows: ReadonlyArray<readonly Cell[]>): string =>
  rows.map((row) => `${row.map(cellText).join(',')}${options.newline}`).join('')

/** Text that RFC 4180 requires to be quoted, or that programs trim. */
const needsQuotes = /[",\r\n]|^[\s\ufeff]|\s$/

function plainText(cell: Cell): string {
  const text = cell instanceof LongNumber ? cell.text : String(cell ?? '')
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Writes rows as lines of CSV (RFC 4180) for programs, with every cell unchanged. */
export const plainCsvRows = (rows: ReadonlyArray<readonly Cell[]>): string =>
  rows.map((row) => `${row.map(plainText).join(',')}${options.newline}`).join('')

/** The forms of a CSV file: how it starts, and how its rows are written. Only one is safe to open in a spreadsheet. */
export const csvForms = {
  plain: { start: '', rows: plainCsvRows },
  spreadsheet: { start: '\ufeff', rows: csvRows },
} as const

export type CsvForm = keyof typeof csvForms

/**
 * Returns a function that restores the cells of a CSV's rows. Cells differ only in Pinref's own files for spreadsheets:
 * those have one of its headings, and a guarded CID before its hexadecimal form or place id.
 */
export function cellsIn(csv: string): (row: readonly string[]) => string[] {
  const isGuarded = csv.includes('moved_from_place_id') && /"=""\d+"""[,;\t](?:0x|ChIJ)/.test(csv)
  return (row) => (isGuarded ? row.map(withoutGuard) : [...row])
}

const withoutGuard = (cell: string): string =>
  /^="(\d+)"$/.exec(cell)?.[1] ?? cell.replace(guard, '').replace(innerGuard, '')
