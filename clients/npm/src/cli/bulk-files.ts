import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createInterface } from 'node:readline'
import { addedCells, isAddedHeading, tableHeadings } from '@/server/features/lists/added-columns'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'
import { type Cell, type CsvForm, csvForms } from '@/server/platform/runtime/csv'
import type { BatchRow } from '../batches.js'
import { newIdempotencyKey } from '../resource.js'
import type { BulkOptions } from './arguments.js'
import type { BulkInput } from './bulk-input.js'
import { Exit } from './exit-codes.js'
import type { SentList } from './sent-list.js'

/*
 * The files of a run: its results and, next to them, its progress, so that it can be resumed.
 */

/** The results file, written page by page. */
interface ResultsFile {
  /** Appends results. @returns the length of the file in bytes, once everything is on disk. */
  append(results: readonly BatchRow[]): number
  close(): void
}

const isWorkbook = (out: string) => /\.xlsx$/i.test(out)

/** The maximum number of rows in a workbook: one is written in memory, which takes 0.9 GB for as many. */
const maxWorkbookRows = 300_000

/** @throws Exit if a list has too many rows for its results file. */
export function checkSize(out: string, { rows }: BulkInput): void {
  if (isWorkbook(out) && rows.length > maxWorkbookRows)
    throw new Exit(
      'usage',
      `${out} can have at most ${maxWorkbookRows.toLocaleString('en')} rows. Choose a results file that ends in .csv.`,
    )
}

/** Returns the file to which results are appended: a workbook is written at the end, from JSON Lines. */
const appendedPath = (out: string): string => (isWorkbook(out) ? `${out}.pinref.jsonl` : out)

/**
 * Opens the results file.
 * @param bytes how much of the file is complete; anything after that is truncated.
 * @param form that of a CSV.
 */
export function openResults(out: string, input: BulkInput, bytes: number, form: CsvForm): ResultsFile {
  const file = openSync(appendedPath(out), bytes === 0 ? 'w' : 'r+')
  ftruncateSync(file, bytes)
  let size = bytes
  const write = (text: string) => {
    const data = Buffer.from(text)
    for (let at = 0; at < data.length; ) at += writeSync(file, data, at, data.length - at, size + at)
    size += data.length
  }
  const { head, cells, ownRow } = tableOf(input)
  const isCsv = /\.csv$/i.test(out)
  // The workbook has the cells.
  const jsonRow = isWorkbook(out) ? (row: BatchRow) => ({ ...row, input: null }) : ownRow
  const csv = csvForms[form]
  if (isCsv && bytes === 0) write(csv.start + csv.rows(head))
  return {
    append(results) {
      if (results.length > 0)
        write(isCsv ? csv.rows(results.map(cells)) : results.map((row) => `${JSON.stringify(jsonRow(row))}\n`).join(''))
      fsyncSync(file)
      return size
    },
    close: () => closeSync(file),
  }
}

/** Writes the results to a workbook, if `out` is one: the original with columns added, or a new one. */
export async function finishResults(out: string, input: BulkInput): Promise<void> {
  if (!isWorkbook(out)) return
  const { tableWorkbook, withResults } = await import('@/server/features/lists/result-workbook')
  const results = appendedRows(out)
  const bytes = input.workbook
    ? await withResults(input.workbook, input.headingRow, results)
    : await tableWorkbook(await tableRows(input, results))
  const draft = `${out}.new`
  writeFileSync(draft, bytes)
  renameSync(draft, out)
}

/** Yields the results that were appended. */
async function* appendedRows(out: string): AsyncGenerator<BatchRow, void, undefined> {
  for await (const line of createInterface({ input: createReadStream(appendedPath(out)) })) yield JSON.parse(line)
}

async function tableRows(input: BulkInput, results: AsyncIterable<BatchRow>): Promise<Cell[][]> {
  const { head, cells } = tableOf(input)
  const rows: Cell[][] = head
  for await (const row of results) rows.push(cells(row))
  return rows
}

/** Returns how results are written next to a list's own cells, without the columns that Pinref added to an earlier file. */
function tableOf({ rows, names, headingRow, linkColumns }: BulkInput) {
  const own = names.length === 0 ? [0] : names.flatMap((name, index) => (isAddedHeading(name) ? [] : [index]))
  const ownNames = own.flatMap((column) => names[column] ?? [])
  const firstLink = names.length - linkColumns.length
  const ownCells = ({ row }: BatchRow) =>
    own.map((column) => {
      // The columns with the links behind the texts of a workbook have no headings there.
      const isNamed = row === headingRow && column >= firstLink
      return (isNamed ? names[column] : rows[row - 1]?.[column]) ?? ''
    })
  return {
    /** The headings, if the list has none. */
    head: headingRow > 0 ? [] : [tableHeadings(ownNames)],
    cells: (row: BatchRow): Cell[] => [...ownCells(row), ...addedCells(row)],
    ownRow(row: BatchRow): BatchRow {
      if (names.length === 0) return row
      const cells = ownCells(row)
      return { ...row, input: Object.fromEntries(ownNames.map((name, index) => [name, cells[index]])) }
    },
  }
}

/** A run's progress, as stored next to its results. */
export interface BulkState {
  url: string
  /** A digest of the input and options: a different input needs a different batch. */
  asked: string
  /** Prevents a second batch if the response with the first batch's id was lost. */
  idempotencyKey: string
  /** The batch's name when it was created, so that a retried request is identical; null or absent for none. */
  name?: string | null
  /** The client that the calls are counted for; null or absent for the key's. */
  client?: string | null
  /** The language of names then, which the environment may set; empty or absent for Google's default. */
  language?: string
  /** The batch's id; null until it is created. */
  batch: string | null
  /** How many parts have arrived, and whether the batch has been started. */
  parts: number
  isStarted: boolean
  /** The last line whose result was written, and the results file's length at that point. */
  after: number
  bytes: number
}

export const statePath = (out: string): string => `${out}.pinref.json`

/** Returns the stored state of the run for a results file; null if there is none. */
export function readState(out: string): BulkState | null {
  if (!existsSync(statePath(out))) return null
  try {
    return JSON.parse(readFileSync(statePath(out), 'utf8'))
  } catch {
    throw new Exit('usage', `${statePath(out)} is damaged. Start over with --force.`)
  }
}

/** The state of a run before it starts. */
export const newState = (
  url: string,
  digest: string,
  request: Pick<BulkState, 'name' | 'client' | 'language'>,
): BulkState => ({
  url,
  asked: digest,
  ...request,
  idempotencyKey: newIdempotencyKey(),
  batch: null,
  parts: 0,
  isStarted: false,
  after: 0,
  bytes: 0,
})

/** Writes the state atomically. */
export function writeState(out: string, state: BulkState): void {
  const draft = `${statePath(out)}.new`
  writeFileSync(draft, `${JSON.stringify(state)}\n`)
  renameSync(draft, statePath(out))
}

/** Removes the files of a run besides its results. */
export function removeState(out: string): void {
  if (isWorkbook(out)) rmSync(appendedPath(out), { force: true })
  rmSync(statePath(out), { force: true })
}

/** Returns a digest of what is sent, and how it is looked up. */
export function inputDigest(sent: SentList, { operation, ...options }: BulkOptions): string {
  const settings = [operation, readLookupOptions(options), options.fallback, options.form, sent.settings]
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const part of sent.parts()) hash.update(JSON.stringify(part))
  return hash.digest('base64url')
}
