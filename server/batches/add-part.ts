import { randomBase62 } from '@/server/access/api-key'
import { PinrefError } from '@/server/errors'
import { createTurns, type YieldTurn } from '@/server/runtime/fair-turn'
import { runScript } from '@/server/store/store'
import { askStore } from './ask-store'
import type { Batch, BatchSettings } from './batch'
import type { Part } from './chunks'
import { findBatch, noSuchBatch } from './find-batch'
import { charactersOf, fingerprintOf, type Item } from './item'
import { batchesOf, batchKeys } from './layout'
import { chunkCharacters, chunkLines, keepSeconds, maxLines, maxParts } from './limits'
import { pack } from './pack'
import { columnOf, formatOf, type LineFormat, type Lines, readLines, tooManyLines } from './read-lines'
import { commitScript, stageScript } from './scripts'
import { checkStorage, type Storage, storageBytes, tooManyBytesStored, tooManyLinesStored } from './stored'

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

/**
 * Reads lines as they were sent.
 * @throws PinrefError `invalid_request` if the text cannot be read, lacks a column or has too many lines.
 */
export async function readSentLines(
  accountId: string,
  { text, format }: SentLines,
  settings: BatchSettings,
): Promise<ReadLines> {
  const read = await readLines(text, format ?? formatOf(text), settings, createTurns(accountId))
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
  const read = await readSentLines(accountId, sent, batch)
  const former = await askStore<string | null>('HGET', batchKeys(accountId, id).parts, number)
  const formerLines = former === null ? 0 : (JSON.parse(former) as Part).lines
  const max = await checkStorage(accountId, read.items.length - formerLines, sent.text.length)
  return { part: number, lines: read.items.length, allLines: await putPart(accountId, id, number, read, max) }
}

/**
 * Stores lines that were read as a part of a batch.
 * @param max what the account may store.
 * @returns how many lines the batch has with it.
 */
export async function putPart(
  accountId: string,
  id: string,
  number: number,
  { items, columns, settings }: ReadLines,
  max: Storage['max'],
): Promise<number> {
  const { record, input, fingerprints, parts } = batchKeys(accountId, id)
  const token = randomBase62(8)
  const yieldTurn = createTurns(accountId)
  let packedBytes = 0

  async function stage(chunk: number, lines: readonly Item[]): Promise<void> {
    const chunkFingerprints: string[] = []
    for (const item of lines) {
      chunkFingerprints.push(fingerprintOf(item, settings, columns))
      await yieldTurn()
    }
    const packed = await pack(lines)
    packedBytes += packed.length
    const fields = [`${token}:${chunk}`, packed, chunkFingerprints.join('')]
    const state = await runScript(stageScript, [record, input, fingerprints], [keepSeconds, ...fields])
    if (state !== 'receiving') throw begun(state as Batch['state'] | 'gone')
  }
  const chunks = await chunksIn(items, yieldTurn)
  for (let first = 0; first < chunks.length; first += chunksAtOnce) {
    const some = chunks.slice(first, first + chunksAtOnce)
    await Promise.all(some.map((lines, at) => stage(first + at, lines)))
  }
  const part: Part = {
    ...{ token, lines: items.length, bytes: storageBytes(packedBytes, items.length, chunks.length) },
    sizes: chunks.map(({ length }) => length),
  }
  const partFields = [number, JSON.stringify(part), JSON.stringify(columns), settings.column, id]
  const reply = await runScript(
    commitScript,
    [record, input, fingerprints, parts, batchesOf(accountId).stored],
    [...partFields, maxLines, max.lines, max.bytes, keepSeconds],
  )
  const [outcome, lines] = reply as [Batch['state'] | keyof typeof refusals | 'gone', number]
  if (outcome in refusals) throw refusals[outcome as keyof typeof refusals](max)
  if (outcome !== 'receiving') throw begun(outcome as Batch['state'] | 'gone')
  return lines
}

/** Divides lines into chunks, see `chunkLines` and `chunkCharacters`. */
async function chunksIn(items: readonly Item[], yieldTurn: YieldTurn): Promise<Item[][]> {
  const chunks: Item[][] = []
  let room = 0
  for (const item of items) {
    const characters = charactersOf(item)
    const last = chunks.at(-1)
    if (last && last.length < chunkLines && characters <= room) last.push(item)
    else chunks.push([item])
    room = (chunks.at(-1) === last ? room : chunkCharacters) - characters
    await yieldTurn()
  }
  return chunks
}

/** Why the script that adds a part refuses one. */
const refusals = {
  'too many': () => tooManyLines(),
  'stored lines': () => tooManyLinesStored(),
  'stored bytes': ({ bytes }: Storage['max']) => tooManyBytesStored(bytes),
  columns: () => invalid('The parts of a CSV have the same columns. Begin each with the same heading.'),
}

const begun = (state: Batch['state'] | 'gone') =>
  state === 'gone' ? noSuchBatch() : invalid(`This batch takes no more lines: it is ${state}.`)

const invalid = (detail: string) => new PinrefError('invalid_request', detail)

/** Writes a number for people to read. */
const words = (number: number) => number.toLocaleString('en')
