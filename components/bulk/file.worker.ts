import { isAddedHeading, tableCells, tableHeadings } from '@/server/features/lists/added-columns'
import { columnNames } from '@/server/features/lists/headings'
import type { Row } from '@/server/features/lists/row'
import type { Sheet } from '@/server/features/lists/workbook'
import { csvRows } from '@/server/platform/runtime/csv'
import type { Original } from './originals'

/** The formats of result files. */
export const resultFormats = ['xlsx', 'csv', 'jsonl'] as const

export type ResultFormat = (typeof resultFormats)[number]

/** A file to write. */
export interface ResultFile {
  format: ResultFormat
  /** The names of the list's columns; empty for a list of lines. */
  names: readonly string[]
  /** The number of the row with the headings; 0 if the rows don't include it. */
  headingRow: number
  /** The workbook to add columns to; null to write a new one. */
  original: Original | null
}

/** Tells the worker what to write, then the rows in parts, then that there are no more. */
export type FileRequest = { file: ResultFile } | { rows: Row[] } | { end: true }

/** The worker's only reply. */
export type FileReply = { blob: Blob } | { fault: string }

let file: ResultFile | null = null
const rows: Row[] = []
const parts: string[] = []

self.onmessage = ({ data }: MessageEvent<FileRequest>) => {
  if ('file' in data) begin(data.file)
  else if ('rows' in data) take(data.rows)
  else void end().then(reply, (error: unknown) => reply({ fault: error instanceof Error ? error.message : '' }))
}

const reply = (answer: FileReply) => self.postMessage(answer)

/** Begins a file. A CSV whose rows don't include the headings starts with the names of the columns. */
function begin(next: ResultFile): void {
  file = next
  if (file.format === 'csv' && file.headingRow === 0) parts.push(csvRows([tableHeadings(file.names)]))
}

/** Writes rows, or keeps those for a workbook, which is written at once. */
function take(next: Row[]): void {
  if (file?.format === 'xlsx') rows.push(...next)
  else if (file?.format === 'csv') parts.push(csvRows(next.map((row) => tableCells(row, file?.names ?? []))))
  else parts.push(jsonLines(next))
}

const jsonLines = (rows: readonly Row[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

async function end(): Promise<FileReply> {
  if (!file) throw new Error('no file was requested')
  if (file.format === 'jsonl') return { blob: new Blob(parts, { type: 'application/x-ndjson' }) }
  if (file.format === 'csv') return { blob: new Blob(['\ufeff', ...parts], { type: 'text/csv' }) }
  const bytes = await workbookOf(file)
  return typeof bytes === 'string' ? { fault: bytes } : { blob: new Blob([bytes as BlobPart], { type: workbookType }) }
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Returns a workbook with the rows, or why it can't be written. */
async function workbookOf({ names, headingRow, original }: ResultFile): Promise<Uint8Array | string> {
  const { tableWorkbook, withResults } = await import('@/server/features/lists/result-workbook')
  if (!original?.file) {
    const head = headingRow === 0 ? [tableHeadings(names)] : []
    return tableWorkbook([...head, ...rows.map((row) => tableCells(row, names))])
  }
  const bytes = new Uint8Array(await original.file.arrayBuffer())
  let { sheet } = original
  if (sheet === null) {
    const { readWorkbook } = await import('@/server/features/lists/workbook')
    const { sheets } = await readWorkbook(bytes)
    sheet = sheets.findIndex((one) => isSource(one, names, headingRow))
    if (sheet < 0) return `${original.file.name} isn’t the file that these rows came from. Choose that file.`
  }
  return withResults({ bytes, sheet }, headingRow, rows)
}

/** Whether a sheet has these rows: as many, and the same columns. */
function isSource({ rows: own, linkColumns }: Sheet, names: readonly string[], headingRow: number): boolean {
  const columns = columnNames(own, headingRow, linkColumns).filter((name) => !isAddedHeading(name))
  return (
    own.length === rows.length && columns.length === names.length && columns.every((name, at) => name === names[at])
  )
}
