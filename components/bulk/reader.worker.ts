import { likelySheet, type SheetChoice, type SheetLayout } from '@/server/features/lists/sheet-layout'
import { type ReadCounts, type ReadRow, rowReader, type Sameness } from './read-rows'
import { type InputSource, readSheet, readSource, type SheetInput } from './read-source'

/** Requests the rows of an input. A request replaces all earlier ones. */
export interface ReadRequest {
  /** The number of the request. */
  id: number
  /** Null if unchanged since the previous request. */
  source: InputSource | null
  choice: SheetChoice
  sameness: Sameness
  /** The maximum number of rows, and the maximum file size in bytes. */
  maxLines: number
  maxBytes: number
}

/** A sheet as it is read, and its first rows. */
export interface ListHead extends SheetLayout {
  /** Whether each line is read as a whole, and whether that is a choice. */
  isWhole: boolean
  canBeWhole: boolean
  /** The names of all sheets, and the index of this one. */
  sheets: readonly string[]
  sheet: number
  /** The first rows, with long cells cut off. */
  preview: string[][]
  /** The number of rows. */
  rows: number
}

/** The worker's replies to a request: first the kind of input, then its rows, or an error at any point. */
export type ReadReply = { id: number } & (
  | { type: 'input'; source: ShownSource | null; head: ListHead }
  | { type: 'rows'; rows: ReadRow[]; counts: ReadCounts; isLast: boolean }
  | { type: 'fault'; fault: string }
)

/** A new source as the page shows it. */
interface ShownSource {
  /** For the box: empty if the file is a workbook or too long for the box, null to leave it as it is. */
  text: string | null
  isLong: boolean
  /** Null for pasted text. */
  fileName: string | null
  /** The file if it is a workbook, so that results can be added to it. */
  workbook: File | null
}

/** Longer text is not shown in the box, because a browser would take minutes to lay it out. */
const maxShown = 400_000
/** The previewed rows: at least so many, and so many below the headings. */
const previewedRows = 8
const previewedBelow = 4
const longestCell = 80
/** How much is sent to the page at once, to keep the page responsive. */
const rowsAtOnce = 500
const cellsAtOnce = 5_000

let latest = 0
let input: SheetInput | null = null
let queue = Promise.resolve()

const post = (reply: ReadReply) => self.postMessage(reply)

self.onmessage = ({ data }: MessageEvent<ReadRequest>) => {
  latest = data.id
  queue = queue
    .then(() => answer(data))
    .catch((error: unknown) => post({ id: data.id, type: 'fault', fault: wordsOf(error) }))
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : 'These lines couldn’t be read.')

async function answer({ id, source, choice, sameness, maxLines, maxBytes }: ReadRequest): Promise<void> {
  if (source !== null) input = await readSource(source, maxBytes)
  if (id !== latest || input === null) return
  const { sheets, text, fileName, workbook } = input
  const at = choice.sheet ?? likelySheet(sheets)
  const { rows, layout, isWhole, canBeWhole } = readSheet(input, at, choice)
  const isLong = workbook !== null || (text !== null && text.length > maxShown)
  const below = layout.headingRow + previewedBelow
  const head = {
    ...layout,
    sheets: sheets.map(({ name }) => name),
    sheet: at,
    isWhole,
    canBeWhole,
    preview: isWhole ? [] : rows.slice(0, Math.max(previewedRows, below)).map((cells) => previewOf(cells, layout)),
    rows: rows.length,
  }
  post({ id, type: 'input', source: source && { text: boxText(input, source), isLong, fileName, workbook }, head })
  if (rows.length > maxLines)
    throw new Error(`The limit is ${maxLines.toLocaleString('en')} rows. Split them into several files.`)
  await readAll(id, rows, layout, sameness)
}

const previewOf = (cells: readonly string[], { names }: SheetLayout): string[] =>
  names.map((_, index) => (cells[index] ?? '').slice(0, longestCell))

/** Returns the text for the box; null if the box already has it. */
function boxText({ text, workbook, fileName }: SheetInput, source: InputSource): string | null {
  if (workbook !== null || (text !== null && fileName !== null && text.length > maxShown)) return ''
  return source instanceof File || source.text !== text ? text : null
}

async function readAll(
  id: number,
  rows: ReadonlyArray<readonly string[]>,
  layout: SheetLayout,
  sameness: Sameness,
): Promise<void> {
  const reader = rowReader(layout, sameness)
  const atOnce = Math.max(1, Math.min(rowsAtOnce, Math.floor(cellsAtOnce / Math.max(1, layout.names.length))))
  for (let start = 0; start === 0 || start < rows.length; start += atOnce) {
    const read = rows.slice(start, start + atOnce).map(reader.read)
    post({ id, type: 'rows', rows: read, counts: reader.counts(), isLast: start + atOnce >= rows.length })
    // A newer request may be waiting.
    await new Promise((resolve) => setTimeout(resolve))
    if (id !== latest) return
  }
}
