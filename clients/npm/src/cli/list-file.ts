import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { decodeText, delimiterOf, isBlank, listRows } from '@/server/features/lists/list-text'
import type { SourceWorkbook } from '@/server/features/lists/result-workbook'
import { likelySheet } from '@/server/features/lists/sheet-layout'
import { columnLetters } from '@/server/features/lists/xlsx/references'
import { cellsIn } from '@/server/platform/runtime/csv'
import { Exit } from './exit-codes.js'

/** A list in a file. */
export interface ListFile {
  file: string
  /** All rows from the first to the last filled one. */
  rows: ReadonlyArray<readonly string[]>
  /** Whether rows have columns. Otherwise, each row is a line of text. */
  isTable: boolean
  /** The columns of a workbook that have links behind their texts; the links are in the last columns of the rows. */
  linkColumns: readonly number[]
  /** The sheet that was read; null if the file isn't a workbook with several sheets. */
  sheet: string | null
  /** The workbook; null for a text file. */
  workbook: SourceWorkbook | null
  /** Returns the position of a cell: `file:line:column`, or `file:F12` in a workbook. Rows count from 1, columns from 0. */
  place(row: number, column: number): string
}

/**
 * Reads a file: as a workbook if it is one; as a table if its name ends in `.csv` or `.tsv`, or if `isTable`; otherwise
 * line by line. Text is in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252.
 * @param sheet the sheet of a workbook, by name or number; null for the first with more than one row.
 * @throws Exit if the file as a whole can't be used.
 */
export async function readListFile(file: string, isTable: boolean, sheet: string | null): Promise<ListFile> {
  const bytes = contentOf(file)
  const isWorkbook = [zip, compound].some((signature) => signature.every((byte, at) => bytes[at] === byte))
  if (isWorkbook) return readSheet(file, bytes, sheet)
  const text = /\.(?:xls[xmb]?|ods)$/i.test(file) ? null : decodeText(bytes)
  if (text === null)
    throw new Exit('usage', `${file} is not a workbook or text. Save it as XLSX or CSV, then try again.`)
  if (sheet !== null) throw new Exit('usage', `${file} is not a workbook, so it has no sheet "${sheet}".`)
  return isTable || /\.[ct]sv$/i.test(file) ? readTable(file, text) : readLines(file, text)
}

/** The first bytes of an XLSX or ODS file, and of an XLS or encrypted file. */
const zip = [0x50, 0x4b, 0x03, 0x04]
const compound = [0xd0, 0xcf, 0x11, 0xe0]

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Exit('usage', `${file} could not be read: ${(error as Error).message}`)
  }
}

/** Reads a sheet of a workbook. */
async function readSheet(file: string, bytes: Uint8Array, choice: string | null): Promise<ListFile> {
  const { readWorkbook } = await import('@/server/features/lists/workbook')
  const { sheets } = await readWorkbook(bytes).catch((error: Error) => {
    throw new Exit('usage', `${file}: ${error.message}`)
  })
  const index = choice === null ? likelySheet(sheets) : sheets.findIndex(({ name }) => name === choice)
  const at = index === -1 && /^\d+$/.test(choice ?? '') ? Number(choice) - 1 : index
  const sheet = sheets[at]
  if (!sheet) {
    const names = sheets.map(({ name }) => `"${name}"`).join(', ')
    throw new Exit('usage', `${file} has no sheet "${choice}". The sheets are ${names}.`)
  }
  const { rows, linkColumns, name } = sheet
  return {
    file,
    rows,
    isTable: true,
    linkColumns,
    sheet: sheets.length > 1 ? name : null,
    workbook: { bytes, sheet: at },
    place(row, column) {
      const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
      return `${file}:${lettersOf(linkColumns[column - width + linkColumns.length] ?? column)}${row}`
    },
  }
}

/** Returns the letters of a column, by index from 0. */
export const lettersOf = (column: number): string => columnLetters(column + 1)

const noWorkbook = { linkColumns: [], sheet: null, workbook: null }

function readLines(file: string, text: string): ListFile {
  let lines: string[] | undefined
  return {
    file,
    rows: listRows(text),
    isTable: false,
    ...noWorkbook,
    place(row) {
      lines ??= text.split(/\r\n|[\n\r]/)
      return `${file}:${row}:${(lines[row - 1] ?? '').search(/\S|$/) + 1}`
    },
  }
}

function readTable(file: string, text: string): ListFile {
  const rows: string[][] = []
  /** Where each row starts in the text. */
  const starts: number[] = []
  const delimiter = delimiterOf(text)
  const restored = cellsIn(text)
  const place = placesIn(file, text)
  let start = 0
  Papa.parse<string[]>(text, {
    delimiter,
    step({ data, errors, meta }) {
      if (errors.some(({ code }) => code === 'MissingQuotes'))
        throw new Exit('usage', `${place(start)}: A quotation mark in this row is never closed.`)
      rows.push(restored(data))
      starts.push(start)
      start = meta.cursor
    },
  })
  while (rows.length > 0 && isBlank(rows.at(-1) ?? [])) rows.pop()
  return {
    file,
    rows,
    isTable: true,
    ...noWorkbook,
    place: (row, column) =>
      place(fieldStart(text, starts[row - 1] ?? 0, delimiter, Math.min(column, (rows[row - 1]?.length ?? 1) - 1))),
  }
}

/** Returns the start of a field in a record (RFC 4180) that begins at `start`. */
function fieldStart(text: string, start: number, delimiter: string, index: number): number {
  let at = start
  for (let field = 0; field < index; field += 1) {
    if (text[at] === '"') at = endOfQuoted(text, at)
    at = text.indexOf(delimiter, at) + delimiter.length
  }
  return text[at] === '"' ? at + 1 : at
}

function endOfQuoted(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? text.length : at
}

/**
 * Returns a function that formats a position in a string as `file:line:column`, from 1. That function finds all line
 * ends on its first call.
 */
function placesIn(file: string, text: string): (at: number) => string {
  let ends: number[] | undefined
  return (at) => {
    ends ??= [...text.matchAll(/\n/g)].map(({ index }) => index)
    let low = 0
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) < at) low = middle + 1
      else high = middle
    }
    return `${file}:${low + 1}:${at - (ends[low - 1] ?? -1)}`
  }
}
