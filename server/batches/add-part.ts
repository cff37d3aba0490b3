import { setImmediate as turn } from 'node:timers/promises'
import { randomBase62 } from '@/server/access/api-key'
import { PinrefError } from '@/server/errors'
import { runScript } from '@/server/store/store'
import { askStore } from './ask-store'
import type { Batch, BatchSettings } from './batch'
import type { Part } from './chunks'
import { findBatch, listBatches, noSuchBatch } from './find-batch'
import { fingerprintOf, type Item } from './item'
import { batchKeys } from './layout'
import { chunkLines, keepSeconds, maxLines, maxLinesKept, maxParts } from './limits'
import { pack } from './pack'
import { columnOf, formatOf, type LineFormat, type Lines, readLines } from './read-lines'
import { commitScript, stageScript } from './scripts'

/** How many chunks are sent to the store at the same time. */
const chunksAtOnce = 4

/** Lines as they were sent. */
export interface SentLines {
  text: string
  /** Null: guessed from the text. */
  format: LineFormat | null
}

/** Lines that were read, and the settings they are read with. For CSV, the settings name the column that is looked up. */
export interface ReadLines extends Lines {
  settings: BatchSettings
}

/** @throws PinrefError `invalid_request` if the text cannot be read, lacks a column or has too many lines. */
export function readSentLines({ text, format }: SentLines, settings: BatchSettings): ReadLines {
  const read = readLines(text, format ?? formatOf(text), settings)
  if (read.items.length > maxLines) throw tooManyLines()
  const column = read.columns.length > 0 ? columnOf(read.columns, settings.column) : settings.column
  return { ...read, settings: { ...settings, column } }
}

/**
 * Adds a part to a batch, in place of any earlier part with this number, so sending a part again changes nothing.
 * @param number from 1.
 * @returns how many lines the part has, and how many the batch has with it.
 * @throws PinrefError `batch_not_found`; `invalid_request`: the batch has begun, the lines cannot be read, or there are too many.
 */
export async function addPart(
  accountId: string,
  id: string,
  number: number,
  sent: SentLines,
): Promise<{ part: number; lines: number; allLines: number }> {
  if (number < 1 || number > maxParts) throw invalid(`Number the parts from 1 to ${words(maxParts)}.`)
  const batch = await findBatch(accountId, id)
  if (batch.state !== 'receiving') throw begun(batch.state)
  const read = readSentLines(sent, batch)
  const former = await askStore<string | null>('HGET', batchKeys(accountId, id).parts, number)
  const formerLines = former === null ? 0 : (JSON.parse(former) as Part).lines
  await refuseTooMany(accountId, read.items.length - formerLines)
  return { part: number, lines: read.items.length, allLines: await putPart(accountId, id, number, read) }
}

/** Stores lines that were read as a part of a batch. @returns how many lines the batch has with it. */
export async function putPart(accountId: string, id: string, number: number, read: ReadLines): Promise<number> {
  const { items, columns, settings } = read
  const { record, input, fingerprints, parts } = batchKeys(accountId, id)
  const token = randomBase62(8)
  const part: Part = { token, lines: items.length, chunks: Math.ceil(items.length / chunkLines) }

  async function stage(chunk: number): Promise<void> {
    const own = items.slice(chunk * chunkLines, (chunk + 1) * chunkLines)
    const chunkFingerprints = own.map((item) => fingerprintOf(item, settings, columns)).join('')
    // Each chunk takes a few milliseconds. Waiting calls get their turn in between.
    await turn()
    const fields = [`${token}:${chunk}`, await pack(own satisfies Item[]), chunkFingerprints]
    const state = await runScript(stageScript, [record, input, fingerprints], [keepSeconds, ...fields])
    if (state !== 'receiving') throw begun(state as Batch['state'] | 'gone')
  }
  for (let first = 0; first < part.chunks; first += chunksAtOnce) {
    const some = Math.min(chunksAtOnce, part.chunks - first)
    await Promise.all(Array.from({ length: some }, (_, at) => stage(first + at)))
  }
  const partFields = [
    number,
    JSON.stringify(part),
    token,
    part.lines,
    part.chunks,
    JSON.stringify(columns),
    settings.column,
  ]
  const reply = await runScript(
    commitScript,
    [record, input, fingerprints, parts],
    [...partFields, maxLines, keepSeconds],
  )
  const [outcome, lines] = reply as [Batch['state'] | 'gone' | 'too many' | 'columns', number]
  if (outcome === 'too many') throw tooManyLines()
  if (outcome === 'columns')
    throw invalid('The parts of a CSV have the same columns. Begin each with the same heading.')
  if (outcome !== 'receiving') throw begun(outcome)
  return lines
}

/** @throws PinrefError `invalid_request` if the account would keep too many lines. */
export async function refuseTooMany(accountId: string, more: number): Promise<void> {
  const kept = (await listBatches(accountId)).reduce((sum, { lines }) => sum + lines, 0)
  if (kept + more <= maxLinesKept) return
  throw invalid(
    `An account keeps at most ${words(maxLinesKept)} lines in all its batches. Delete a batch that is not needed.`,
  )
}

const begun = (state: Batch['state'] | 'gone') =>
  state === 'gone' ? noSuchBatch() : invalid(`This batch takes no more lines: it is ${state}.`)

const tooManyLines = () => invalid(`A batch has at most ${words(maxLines)} lines.`)

const invalid = (detail: string) => new PinrefError('invalid_request', detail)

/** Writes a number for people to read. */
const words = (number: number) => number.toLocaleString('en')
