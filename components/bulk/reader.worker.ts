import { type InputLine, type LineCounts, type ReadLine, type Sameness, wholeLines } from './lines'
import { type ReadFile, readFile } from './read-file'
import { lineReader, listLines, mayBeTable } from './read-lines'
import { addressColumn, hasNames, isMoreLikeList, readTable, type Table, tableLines } from './table'

/** Requests the lines of an input. A request replaces all earlier ones. */
export interface ReadRequest {
  /** The number of the request. */
  id: number
  /** Pasted text or a file; omitted if unchanged since the previous request. */
  source?: string | File
  /** The column to read, `wholeLines`, or null to detect it. */
  column: number | null
  /** The column with addresses to search with; null if none, undefined to detect it. */
  address: number | null | undefined
  sameness: Sameness
  /** The maximum number of lines, and the maximum file size in bytes. */
  maxLines: number
  maxBytes: number
}

/** The start of a table, and the columns to read. */
export interface TableHead extends Omit<Table, 'rows'> {
  /** The table's first rows, with long cells cut off. */
  sample: string[][]
  rows: number
  address: number | null | undefined
}

/** The worker's replies to a request: first the kind of input, then its lines, or an error at any point. */
export type ReadReply = { id: number } & (
  | { type: 'input'; file: ReadFile | null; table: TableHead | null; columns: readonly string[] }
  | { type: 'lines'; lines: ReadLine[]; counts: LineCounts; isLast: boolean }
  | { type: 'fault'; fault: string }
)

/** Longer text is not shown in the box, because a browser would take minutes to lay it out. */
const maxShown = 400_000
const sampledRows = 3
const longestCell = 80
/** The number of lines sent to the page at once, to keep the page responsive. */
const linesAtOnce = 500

let latest = 0
let input: { file: ReadFile | null; text: string; table: Table | null } = { file: null, text: '', table: null }
let queue = Promise.resolve()

const post = (reply: ReadReply) => self.postMessage(reply)

self.onmessage = ({ data }: MessageEvent<ReadRequest>) => {
  latest = data.id
  queue = queue
    .then(() => answer(data))
    .catch((error: unknown) => post({ id: data.id, type: 'fault', fault: wordsOf(error) }))
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : 'These lines couldn’t be read.')

async function answer(request: ReadRequest): Promise<void> {
  const { id, source, column, address, sameness, maxLines, maxBytes } = request
  if (source !== undefined) input = await inputOf(source, maxBytes)
  if (id !== latest) return
  const { table, text } = input
  const at = table && (column ?? table.column)
  const isWhole = !table || at === wholeLines
  const likely = table && at !== null && !isWhole && hasNames(table, at) ? addressColumn(table, at) : undefined
  const beside = likely !== undefined && address !== undefined ? address : likely
  const read = isWhole
    ? { lines: listLines(text), columns: [] }
    : at === null
      ? { lines: [], columns: [] }
      : tableLines(table, at, beside ?? null)
  const file = input.file && { ...input.file, text: text.length > maxShown ? '' : text, isLong: text.length > maxShown }
  post({ id, type: 'input', file, table: table && headOf({ ...table, column: at }, beside), columns: read.columns })
  if (read.lines.length > maxLines)
    throw new Error(`The limit is ${maxLines.toLocaleString('en')} lines. Split them into several files.`)
  await readAll(id, read.lines, sameness)
}

async function inputOf(source: string | File, maxBytes: number): Promise<typeof input> {
  const file = typeof source === 'string' ? null : await readFile(source, maxBytes)
  const text = file?.text ?? (source as string)
  if (!mayBeTable(text)) return { file, text, table: null }
  const table = readTable(text)
  return { file, text, table: table && !file?.isTable && isMoreLikeList(table) ? null : table }
}

function headOf({ rows, columns, hasHeadings, column }: Table, address: number | null | undefined): TableHead {
  const body = hasHeadings ? rows.slice(1, 1 + sampledRows) : rows.slice(0, sampledRows)
  const short = (cell: string) => cell.slice(0, longestCell)
  return {
    hasHeadings,
    column,
    address,
    columns: columns.map((one) => ({ ...one, name: short(one.name), example: short(one.example) })),
    sample: body.map((cells) => columns.map((_, index) => short(cells[index] ?? ''))),
    rows: rows.length - Number(hasHeadings),
  }
}

async function readAll(id: number, lines: readonly InputLine[], sameness: Sameness): Promise<void> {
  const reader = lineReader(sameness)
  for (let start = 0; start === 0 || start < lines.length; start += linesAtOnce) {
    const read = lines.slice(start, start + linesAtOnce).map(reader.read)
    post({ id, type: 'lines', lines: read, counts: reader.counts(), isLast: start + linesAtOnce >= lines.length })
    // A newer request may be waiting.
    await new Promise((resolve) => setTimeout(resolve))
    if (id !== latest) return
  }
}
