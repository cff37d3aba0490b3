import Papa from 'papaparse'
import { cellsIn } from '@/server/platform/runtime/csv'

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark, or otherwise Windows-1252, in which older spreadsheets save
 * CSV files.
 * @returns null if the file is not text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decoderOf(bytes).decode(bytes)
  return text.includes('\0') ? null : text
}

function decoderOf(bytes: Uint8Array): TextDecoder {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return new TextDecoder()
  } catch {
    return new TextDecoder('windows-1252')
  }
}

/** How much of a text is examined to find out what it is. */
const examinedCharacters = 100_000
const examinedRows = 20

/** The characters that may separate a table's cells. */
const delimiters = [',', ';', '\t'] as const

/**
 * Parses a table: cells separated by commas, semicolons, or tabs, quoted as in RFC 4180. Blank rows remain, except at the
 * end. The cells of Pinref's own files are as they were before they were written for a spreadsheet.
 * @param delimiter detected if omitted.
 */
export function tableRows(text: string, delimiter?: string): string[][] {
  const plain = text.replace(/^\ufeff/, '')
  const { data } = Papa.parse<string[]>(plain, { delimiter: delimiter ?? delimiterOf(plain) })
  return withoutBlankEnd(data.map(cellsIn(plain)))
}

/** Returns a list's lines as rows of one cell. Blank lines remain, except at the end. */
export const listRows = (text: string): string[][] =>
  withoutBlankEnd(text.split(/\r\n|[\n\r]/).map((line) => [line.trim()]))

/** Whether all cells of a row are empty. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

function withoutBlankEnd(rows: string[][]): string[][] {
  let end = rows.length
  while (end > 0 && isBlank(rows[end - 1] ?? [])) end--
  return rows.slice(0, end)
}

/** Returns the delimiter that divides most of the first rows into equally many cells. A title above them may have none. */
export function delimiterOf(text: string): string {
  const start = text.slice(0, examinedCharacters)
  const [best] = delimiters
    .map((delimiter) => {
      const { data } = Papa.parse<string[]>(start, { delimiter, preview: examinedRows, skipEmptyLines: 'greedy' })
      const rowsByWidth = new Map<number, number>()
      for (const { length } of data) if (length > 1) rowsByWidth.set(length, (rowsByWidth.get(length) ?? 0) + 1)
      return { delimiter, rows: Math.max(0, ...rowsByWidth.values()) }
    })
    .sort((a, b) => b.rows - a.rows)
  return best?.delimiter ?? ','
}

/**
 * Whether a text may be a table: it has tabs or quoted cells, or its first line has separators but no link. (Links can
 * have commas too, so if the first line has a link, the text is a list.)
 * @param namesListing whether a text identifies a listing.
 */
export function mayBeTable(text: string, namesListing: (text: string) => boolean): boolean {
  const lines = listRows(text.slice(0, examinedCharacters))
    .flat()
    .filter((line) => line !== '')
    .slice(0, examinedRows)
  // Tabs at the ends of the lines don't separate cells.
  if (lines.some((line) => /\t|(?:^|[,;])"/.test(line))) return true
  const [first = ''] = lines
  return /[,;]/.test(first) && !first.includes('://') && !namesListing(first)
}
