import Papa from 'papaparse'
import { namesListing } from '@/server/features/lists/cell-kinds'
import { decodeText, listRows, mayBeTable, tableRows } from '@/server/features/lists/list-text'
import { withPastedLinks } from '@/server/features/lists/pasted-links'
import { linesLayout, type SheetChoice, type SheetLayout, sheetLayout } from '@/server/features/lists/sheet-layout'
import type { Sheet } from '@/server/features/lists/workbook'

/** What the user typed, pasted, dropped, or chose. */
export type InputSource = File | PastedText

interface PastedText {
  text: string
  /** The same content as HTML, if the clipboard had it. */
  html: string | null
}

/** One sheet of an input. */
type InputSheet = Pick<Sheet, 'name' | 'isHidden' | 'rows' | 'linkColumns'>

/** An input, divided into sheets. */
export interface SheetInput {
  /** At least one; a text has exactly one. */
  sheets: readonly InputSheet[]
  /** Null for a workbook. */
  text: string | null
  /** Whether the input is sure to be a table, not a list of lines. */
  isTable: boolean
  /** Null for pasted text. */
  fileName: string | null
  /** The file if it is a workbook. */
  workbook: File | null
}

/** The maximum size of a file that a browser can read and split into a batch's parts. */
export const maxFileBytes = 200_000_000

/** The maximum number of columns in a table, as in a batch. */
export const maxColumns = 200

/** Lower than for text, because a workbook is unpacked in memory. */
const maxWorkbookBytes = 20_000_000

/**
 * Reads an input: text, or a file with text or a workbook.
 * @param maxBytes the limit for a text file.
 * @throws Error with a message for the user.
 */
export async function readSource(source: InputSource, maxBytes: number): Promise<SheetInput> {
  if (!(source instanceof File)) return textInput(withLinks(source), null)
  const { name, size } = source
  const start = new Uint8Array(await source.slice(0, 8).arrayBuffer())
  const isWorkbook = isSigned(start, zip) || isSigned(start, compound)
  const most = isWorkbook ? Math.min(maxWorkbookBytes, maxBytes * 5) : maxBytes
  if (size > most) throw new Error(`${name} is too large. The limit is ${most / 1_000_000} MB.`)
  const bytes = new Uint8Array(await source.arrayBuffer())
  if (isWorkbook) {
    const { readWorkbook } = await import('@/server/features/lists/workbook')
    const { sheets } = await readWorkbook(bytes)
    return { sheets, text: null, isTable: true, fileName: name, workbook: source }
  }
  const text = decodeText(bytes)
  if (text === null) throw new Error(`${name} isn’t a text file. Save it as CSV or XLSX, then try again.`)
  return textInput(text, name)
}

/** The first bytes of an XLSX or ODS file, and of an XLS file. */
const zip = [0x50, 0x4b, 0x03, 0x04]
const compound = [0xd0, 0xcf, 0x11, 0xe0]
const isSigned = (start: Uint8Array, signature: readonly number[]) => signature.every((byte, at) => start[at] === byte)

function textInput(text: string, fileName: string | null): SheetInput {
  const isTable = fileName !== null && /\.(?:csv|tsv)$/i.test(fileName)
  const rows = isTable || mayBeTable(text, namesListing) ? tableRows(text) : []
  return {
    sheets: [{ name: fileName ?? '', isHidden: false, rows, linkColumns: [] }],
    text,
    isTable,
    fileName,
    workbook: null,
  }
}

/** A sheet's rows, and how they are read. */
interface SheetReading {
  rows: ReadonlyArray<readonly string[]>
  layout: SheetLayout
  /** Whether each line is read as a whole, and whether that is a choice. */
  isWhole: boolean
  canBeWhole: boolean
}

/** Finds out how to read a sheet of an input. */
export function readSheet({ sheets, text, isTable }: SheetInput, sheet: number, choice: SheetChoice): SheetReading {
  const { rows: cells = [], linkColumns = [] } = sheets[sheet] ?? {}
  if (cells.some(({ length }) => length > maxColumns))
    throw new Error(`The limit is ${maxColumns} columns. Remove the ones you don’t need.`)
  const canBeWhole = text !== null && cells.some(({ length }) => length > 1)
  const isList = text !== null && !canBeWhole
  if (!isList && choice.isWhole !== true) {
    const { layout, rows } = sheetLayout(cells, linkColumns, choice)
    if (text === null || isTable || choice.isWhole === false || !isMoreLikeList(layout, rows))
      return { rows, layout, isWhole: false, canBeWhole }
    if (choice.isWhole === null) return wholeLines(text, false)
  }
  return wholeLines(text ?? '', canBeWhole)
}

function wholeLines(text: string, canBeWhole: boolean): SheetReading {
  const rows = listRows(text)
  return { rows, layout: linesLayout(rows), isWhole: true, canBeWhole }
}

/** Whether a text could be a list, such as names with commas. */
function isMoreLikeList({ guess, headingRow }: SheetLayout, rows: SheetReading['rows']): boolean {
  if (guess.link !== null || (guess.name !== null && headingRow > 0)) return false
  return !rows.slice(0, examinedRows).some((cells) => cells.some(namesListing))
}

const examinedRows = 50

/** Returns pasted text with the links behind its cells in columns of their own. */
function withLinks({ text, html }: PastedText): string {
  if (html === null || !/href=|data-sheets-hyperlink/i.test(html)) return text
  const rows = tableRows(text, '\t')
  const linked = withPastedLinks(rows, html)
  return linked.some((row, at) => row.length > (rows[at]?.length ?? 0))
    ? Papa.unparse(linked, { delimiter: '\t', newline: '\n' })
    : text
}
