import { createHash } from 'node:crypto'
import {
  closeSync,
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
import { addedCells, tableHeadings } from '@/server/features/lists/added-columns'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'
import { csvRows } from '@/server/platform/runtime/csv'
import type { BatchRow } from '../batches.js'
import { newIdempotencyKey } from '../resource.js'
import type { BulkOptions } from './arguments.js'
import type { BulkInput } from './bulk-input.js'
import { Exit } from './exit-codes.js'

/*
 * The two files of a run: its results and, next to them, its progress, so that it can be resumed.
 */

/** The results file, written page by page. */
interface ResultsFile {
  /** Appends results. @returns the length of the file in bytes, once everything is on disk. */
  append(results: readonly BatchRow[]): number
  close(): void
}

/** Opens the results file. @param bytes how much of the file is complete; anything after that is truncated. */
export function openResults(out: string, { columns, rows }: BulkInput, bytes: number): ResultsFile {
  const file = openSync(out, bytes === 0 ? 'w' : 'r+')
  ftruncateSync(file, bytes)
  let size = bytes
  const write = (text: string) => {
    const data = Buffer.from(text)
    for (let at = 0; at < data.length; ) at += writeSync(file, data, at, data.length - at, size + at)
    size += data.length
  }
  const cellsOf = ({ row }: BatchRow) => rows[row - 1]?.cells ?? []
  const isCsv = /\.csv$/i.test(out)
  const csv = (results: readonly BatchRow[]) => csvRows(results.map((row) => [...cellsOf(row), ...addedCells(row)]))
  const jsonl = (results: readonly BatchRow[]) => results.map((row) => `${JSON.stringify(ownRow(row))}\n`).join('')
  const ownRow = (row: BatchRow) =>
    columns.length === 0
      ? row
      : { ...row, input: Object.fromEntries(columns.map((name, index) => [name, cellsOf(row)[index]])) }
  if (isCsv && bytes === 0) write(`\ufeff${csvRows([tableHeadings(columns)])}`)
  return {
    append(results) {
      if (results.length > 0) write(isCsv ? csv(results) : jsonl(results))
      fsyncSync(file)
      return size
    },
    close: () => closeSync(file),
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
export const newState = (url: string, digest: string, name: string | null): BulkState => ({
  url,
  asked: digest,
  name,
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

export const removeState = (out: string): void => rmSync(statePath(out), { force: true })

/** Returns a digest of the input and options. */
export function inputDigest({ rows }: BulkInput, options: BulkOptions): string {
  const hash = createHash('sha256').update(JSON.stringify([options.operation, readLookupOptions(options)]))
  for (const { text, address, country } of rows) hash.update(JSON.stringify([text, address, country]))
  return hash.digest('base64url')
}
