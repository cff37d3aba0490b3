import { createHash } from 'node:crypto'
import { randomBase62 } from '@/server/metering/access/api-key'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { accountGone } from '@/server/metering/access/refusals'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'
import { PinrefError } from '@/server/platform/problems/errors'
import { createTurns, type YieldTurn } from '@/server/platform/runtime/event-loop-turns'
import { askStore, runScript } from '@/server/platform/store/untyped'
import type { Batch, BatchSettings } from './batch'
import type { Part } from './batch-store'
import { batchesOf, batchKeys, pack } from './batch-store'
import { startBatch } from './change-batch'
import { findBatch, forgetBatch, listBatches, noSuchBatch } from './find-batch'
import { charactersOf, fingerprintOf, type Item } from './item'
import {
  chunkCharacters,
  chunkLines,
  idempotencySeconds,
  keepSeconds,
  maxBatches,
  maxIdempotencyKeys,
  maxLines,
  maxParts,
} from './limits'
import { columnOf, formatOf, type LineFormat, type Lines, readLines, readValues, tooManyLines } from './read-lines'
import { commitScript, makeScript, stageScript } from './scripts'
import {
  checkStorage,
  freeExpired,
  type Storage,
  storageBytes,
  tooManyBytesStored,
  tooManyLinesStored,
} from './storage'

/**
 * Lines as they were sent: a string, whose format is detected if `format` is null, or an array parsed from a JSON body.
 */
export type SentLines = { text: string; format: LineFormat | null } | { values: unknown }

/** Parsed lines, and the settings used to parse them. For CSV, the settings contain the column that is looked up. */
interface ReadLines extends Lines {
  settings: BatchSettings
}

export interface BatchOrder extends BatchSettings {
  /** A valid name from `tidyName`; empty for none. */
  name: string
  /** The id of the API key that creates the batch; empty for none. */
  key: string
  /** The URL for the batch's events; empty for none. */
  callback: string
  /** The batch's lines; null if they come in parts. */
  sent: SentLines | null
  /** Whether the batch starts immediately; allowed only with lines. */
  isStarted: boolean
  /** The `Idempotency-Key`; null if none was sent. */
  idempotency: string | null
}

/**
 * Creates a batch, or returns the one that was created with the same `Idempotency-Key`. Parses the lines before storing anything.
 * If creation was interrupted, the same request with that key completes it.
 * @throws PinrefError `invalid_request`, also for too many batches or lines, and for another batch's `Idempotency-Key`.
 */
export async function makeBatch(accountId: string, order: BatchOrder): Promise<Batch> {
  const read = order.sent && (await readSentLines(accountId, order.sent, order))
  if (read && order.isStarted && read.items.length === 0)
    throw invalid('This batch has no lines. Send at least one line.')
  const max = await checkStorage(accountId, read?.items.length ?? 0)
  const id = await make(accountId, order, read)
  const batch = await findBatch(accountId, id)
  if (!read || batch.state !== 'receiving') return batch
  try {
    await putPart(accountId, id, 1, read, max)
    return order.isStarted ? await startBatch(accountId, id, order.key) : await findBatch(accountId, id)
  } catch (error) {
    // The same request may have been sent twice at the same time, and the other request may have started the batch in
    // the meantime.
    const present = await findBatch(accountId, id)
    if (present.started > 0) return present
    // The batch's lines were rejected, so there is nothing to complete.
    if ((error as Partial<PinrefError>).code === 'invalid_request' && present.rows === 0) {
      await askStore('UNLINK', batchesOf(accountId).made(digest(order.idempotency ?? '')))
      await forgetBatch(accountId, id)
    }
    throw error
  }
}

async function make(accountId: string, order: BatchOrder, read: ReadLines | null): Promise<string> {
  const { operation, isTest, name, key, callback, sent, isStarted, idempotency } = order
  const { column, addressColumn, countryColumn } = order
  const id = `batch_${randomBase62(16)}`
  const now = Date.now()
  const settings = {
    operation,
    ...readLookupOptions(order),
    column,
    addressColumn,
    countryColumn,
    ...(callback && { callback }),
    ...(name && { name }),
  }
  const requestDigest = digest(JSON.stringify([settings, isStarted, sent]))
  const fields = {
    ...settings,
    test: isTest ? 1 : '',
    key,
    state: 'receiving',
    created: now,
    run: 0,
    column: read?.settings.column ?? column,
  }
  const { index, made, madeCount } = batchesOf(accountId)
  const { record } = batchKeys(accountId, id)
  const keys = [redisKeys(accountId).user, index, made(digest(idempotency ?? '')), madeCount, record]
  const rememberSeconds = idempotency === null ? 0 : idempotencySeconds
  const args = [id, now, maxBatches, keepSeconds, rememberSeconds, requestDigest, maxIdempotencyKeys]
  const reply = await runScript(makeScript, keys, [...args, ...Object.entries(fields).flat()])
  const [outcome, more = ''] = reply as [MakeOutcome, string?]
  switch (outcome) {
    case 'gone':
      throw accountGone()
    case 'other':
      throw invalid(
        'This Idempotency-Key was used for a different batch in the last 24 hours. Send a new Idempotency-Key.',
      )
    case 'too many': {
      // Reading the index removes expired batches.
      if ((await listBatches(accountId)).length < maxBatches) return make(accountId, order, read)
      throw invalid(`An account can have at most ${maxBatches} batches. Delete a batch that you no longer need.`)
    }
    case 'too many keys':
      throw new PinrefError(
        'too_many_requests',
        `An account can use at most ${maxIdempotencyKeys.toLocaleString('en')} Idempotency-Keys in 24 hours. Try again later.`,
        { retryAfterSeconds: Math.max(1, Number(more)) },
      )
    default:
      return more
  }
}

type MakeOutcome = 'made' | 'known' | 'gone' | 'too many' | 'too many keys' | 'other'

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * Parses lines as they were sent.
 * @throws PinrefError `invalid_request` if the text is unreadable, lacks a column, or has too many lines.
 */
async function readSentLines(accountId: string, sent: SentLines, settings: BatchSettings): Promise<ReadLines> {
  const yieldTurn = createTurns(accountId)
  const read =
    'values' in sent
      ? { items: await readValues(sent.values, yieldTurn), columns: [] }
      : await readLines(sent.text, sent.format ?? formatOf(sent.text), settings, yieldTurn)
  const column = read.columns.length > 0 ? columnOf(read.columns, settings.column) : settings.column
  return { ...read, settings: { ...settings, column } }
}

/**
 * Adds a part to a batch, replacing any earlier part with this number, so sending a part again changes nothing.
 * @param number from 1.
 * @returns how many lines the part has, and how many the batch now has.
 * @throws PinrefError `batch_not_found`; `invalid_request` if the batch has started, or the lines are unreadable or too many.
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
  const max = await checkStorage(accountId, read.items.length - formerLines)
  return { part: number, lines: read.items.length, allLines: await putPart(accountId, id, number, read, max) }
}

/** How many chunks are sent to the store at the same time. */
const chunksAtOnce = 4

/**
 * Stores parsed lines as a part of a batch.
 * @param max the account's storage limits.
 * @returns how many lines the batch now has.
 */
async function putPart(
  accountId: string,
  id: string,
  number: number,
  read: ReadLines,
  max: Storage['max'],
): Promise<number> {
  const { items, columns, settings } = read
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
    token,
    lines: items.length,
    bytes: storageBytes(packedBytes, items.length, chunks.length),
    sizes: chunks.map(({ length }) => length),
  }
  const partFields = [number, JSON.stringify(part), JSON.stringify(columns), settings.column, id]
  const reply = await runScript(
    commitScript,
    [record, input, fingerprints, parts, batchesOf(accountId).stored],
    [...partFields, maxLines, max.lines, max.bytes, keepSeconds],
  )
  const [outcome, lines] = reply as [Batch['state'] | keyof typeof refusals | 'gone', number]
  if (outcome === 'stored lines' || outcome === 'stored bytes') {
    if (await freeExpired(accountId)) return putPart(accountId, id, number, read, max)
  }
  if (outcome in refusals) throw refusals[outcome as keyof typeof refusals](max)
  if (outcome !== 'receiving') throw begun(outcome as Batch['state'] | 'gone')
  return lines
}

/** Splits lines into chunks, see `chunkLines` and `chunkCharacters`. */
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

/** The error for each reason why the script rejects a part. */
const refusals = {
  'too many': () => tooManyLines(),
  'stored lines': () => tooManyLinesStored(),
  'stored bytes': ({ bytes }: Storage['max']) => tooManyBytesStored(bytes),
  columns: () => invalid('All parts of a CSV must have the same columns. Start each part with the same header row.'),
}

const begun = (state: Batch['state'] | 'gone') =>
  state === 'gone' ? noSuchBatch() : invalid(`This batch is ${state} and accepts no more lines.`)

const invalid = (detail: string) => new PinrefError('invalid_request', detail)

/** Formats a number for display. */
const words = (number: number) => number.toLocaleString('en')
