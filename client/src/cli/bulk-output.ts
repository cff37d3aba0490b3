import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { addedCells, headings } from '@/server/batches/results-file'
import { csvRows } from '@/server/runtime/csv'
import type { BatchLine } from '../batches.js'
import type { BulkInput } from './bulk-input.js'

/** The results file, which is written piece by piece. */
export interface ResultsFile {
  /** Appends results. @returns the length of the file in bytes, once everything is on disk. */
  append(lines: readonly BatchLine[]): number
  close(): void
}

/** Opens the results file. @param bytes how much of it is known to be whole; anything after that is cut off. */
export function openResults(out: string, { columns, rows }: BulkInput, bytes: number): ResultsFile {
  const file = openSync(out, bytes === 0 ? 'w' : 'r+')
  ftruncateSync(file, bytes)
  let size = bytes
  const write = (text: string) => {
    const data = Buffer.from(text)
    for (let at = 0; at < data.length; ) at += writeSync(file, data, at, data.length - at, size + at)
    size += data.length
  }
  const cellsOf = ({ line }: BatchLine) => rows[line - 1]?.cells ?? []
  const isCsv = /\.csv$/i.test(out)
  const csv = (lines: readonly BatchLine[]) => csvRows(lines.map((line) => [...cellsOf(line), ...addedCells(line)]))
  const jsonl = (lines: readonly BatchLine[]) => lines.map((line) => `${JSON.stringify(ownLine(line))}\n`).join('')
  const ownLine = (line: BatchLine) =>
    columns.length === 0
      ? line
      : { ...line, input: Object.fromEntries(columns.map((name, index) => [name, cellsOf(line)[index]])) }
  if (isCsv && bytes === 0) write(`\ufeff${csvRows([headings(columns)])}`)
  return {
    append(lines) {
      if (lines.length > 0) write(isCsv ? csv(lines) : jsonl(lines))
      fsyncSync(file)
      return size
    },
    close: () => closeSync(file),
  }
}
