import { createHash } from 'node:crypto'
import { type ListLayout, type ListOptions, noLayout } from '@/server/features/lists/list-layout'
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
import { charactersOf, fingerprintOf, type Item, isBlank } from './item'
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
import {
  formatOf,
  type LineFormat,
  type Lines,
  type ReadOptions,
  readLines,
  readValues,
  tooManyLines,
} from './read-lines'
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

export interface BatchOrder extends BatchSettings {
  /** How a CSV is read. */
  options: ListOptions
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
  const { sent, options, operation } = order
  const read = sent && (await readSentLines(accountId, sent, { ...options, operation, part: null }))
  if (read && order.isStarted && read.items.length <= read.layout.headingRow)
    throw invalid('This batch has no lines. Send at least one line.')
  const max = await checkStorage(accountId, read?.items.length ?? 0)
  const id = await make(accountId, order)
  const batch = await findBatch(accountId, id)
  if (!read || batch.state !== 'receiving') return batch
  try {
    await putPart(accountId, batch, { number: 1, read, max })
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

async function make(accountId: string, order: BatchOrder): Promise<string> {
  const { operation, fallback, lookups, options, isTest, name, key, callback, sent, isStarted, idempotency } = order
  const id = `batch_${randomBase62(16)}`
  const now = Date.now()
  const settings = {
    operation,
    fallback,
    lookups: JSON.stringify(lookups),
    ...readLookupOptions(order),
    options: JSON.stringify(options),
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
      if ((await listBatches(accountId)).length < maxBatches) return make(accountId, order)
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
 * Parses rows as they were sent.
 * @throws PinrefError `invalid_request` if the text is unreadable, lacks a column, or has too many rows.
 */
async function readSentLines(accountId: string, sent: SentLines, options: ReadOptions): Promise<Lines> {
  const yieldTurn = createTurns(accountId)
  if ('values' in sent) return { items: await readValues(sent.values, yieldTurn), columns: [], layout: noLayout }
  return readLines(sent.text, sent.format ?? formatOf(sent.text), options, yieldTurn)
}

/**
 * Adds a part to a batch, replacing any earlier part with this number, so sending a part again changes nothing.
 * @param number from 1.
 * @returns how many lines the part has, and how many the batch now has.
 * @throws PinrefError `batch_not_found`; `invalid_request` if the batch has started, or the rows are unreadable or too many.
 */
export async function addPart(
  accountId: string,
  id: string,
  number: number,
  sent: SentLines,
): Promise<{ part: number; lines: number; allLines: number }> {
  if (number < 1 || number > maxParts) throw invalid(`Number the parts from 1 to ${words(maxParts)}.`)
  for (let tries = 1; ; tries++) {
    const batch = await findBatch(accountId, id)
    if (batch.state !== 'receiving') throw begun(batch.state)
    const { parts } = batchKeys(accountId, id)
    const [former, count] = await Promise.all([
      askStore<string | null>('HGET', parts, number),
      askStore<number>('HLEN', parts),
    ])
    // The layout of other parts applies to all. The only part may be replaced by one with another layout.
    const isFirst = !batch.hasLayout || (former !== null && count === 1)
    const options = isFirst ? batch.options : optionsFor(batch)
    const read = await readSentLines(accountId, sent, { ...options, operation: batch.operation, part: number })
    const formerRows = former === null ? 0 : (JSON.parse(former) as Part).rows
    const max = await checkStorage(accountId, read.items.length - formerRows)
    const added = await putPart(accountId, batch, { number, read, max })
    if (added !== null) return { part: number, ...added }
    // Another part determined the layout in the meantime, or this one has another format.
    if (tries === maxTries) throw refusals.columns()
  }
}

/** How many times a part is read if other parts determine the layout in the meantime. */
const maxTries = 3

/** Returns the options with which a part gets a batch's layout. A list that isn't a CSV has none. */
const optionsFor = ({ columns, options, ...layout }: Batch): ListOptions =>
  columns.length === 0 ? options : pickLayout(layout)

function pickLayout({
  headingRow,
  column,
  nameColumn,
  addressColumns,
  countryColumn,
  referenceColumn,
}: ListLayout): ListLayout {
  return { headingRow, column, nameColumn, addressColumns, countryColumn, referenceColumn }
}

/** How many chunks are sent to the store at the same time. */
const chunksAtOnce = 4

/** A part to store. */
interface NewPart {
  number: number
  read: Lines
  /** The account's storage limits. */
  max: Storage['max']
}

/**
 * Stores parsed rows as a part of a batch.
 * @returns how many lines the part has, and how many the batch now has; null if the part's layout isn't the batch's.
 */
async function putPart(
  accountId: string,
  batch: Batch,
  part: NewPart,
): Promise<{ lines: number; allLines: number } | null> {
  const { id } = batch
  const { number, read, max } = part
  const { items, columns, layout } = read
  const settings = { ...batch, ...layout }
  const { record, input, fingerprints, parts } = batchKeys(accountId, id)
  const token = randomBase62(8)
  const yieldTurn = createTurns(accountId)
  const headings = number === 1 ? layout.headingRow : 0
  const blank = items.filter(isBlank).length
  const headingsAndTitles = headings - items.slice(0, headings).filter(isBlank).length
  let packedBytes = 0

  async function stage(chunk: number, first: number, rows: readonly Item[]): Promise<void> {
    const chunkFingerprints: string[] = []
    for (const [index, item] of rows.entries()) {
      chunkFingerprints.push(fingerprintOf(first + index < headings ? '' : item, settings, columns))
      await yieldTurn()
    }
    const packed = await pack(rows)
    packedBytes += packed.length
    const fields = [`${token}:${chunk}`, packed, chunkFingerprints.join('')]
    const state = await runScript(stageScript, [record, input, fingerprints], [keepSeconds, ...fields])
    if (state !== 'receiving') throw begun(state as Batch['state'] | 'gone')
  }
  const chunks = await chunksIn(items, yieldTurn)
  let first = 0
  const starts = chunks.map(({ length }) => {
    first += length
    return first - length
  })
  for (let at = 0; at < chunks.length; at += chunksAtOnce) {
    const some = chunks.slice(at, at + chunksAtOnce)
    await Promise.all(some.map((rows, index) => stage(at + index, starts[at + index] ?? 0, rows)))
  }
  const stored: Part = {
    token,
    rows: items.length,
    headings: headingsAndTitles,
    blank,
    bytes: storageBytes(packedBytes, items.length, chunks.length),
    sizes: chunks.map(({ length }) => length),
  }
  const partFields = [number, JSON.stringify(stored), JSON.stringify(columns), JSON.stringify(pickLayout(layout)), id]
  const reply = await runScript(
    commitScript,
    [record, input, fingerprints, parts, batchesOf(accountId).stored],
    [...partFields, maxLines, max.lines, max.bytes, keepSeconds],
  )
  const [outcome, lines] = reply as [Batch['state'] | keyof typeof refusals | 'layout' | 'gone', number]
  if (outcome === 'layout') return null
  if (outcome === 'stored lines' || outcome === 'stored bytes') {
    if (await freeExpired(accountId)) return putPart(accountId, batch, part)
  }
  if (outcome in refusals) throw refusals[outcome as keyof typeof refusals](max)
  if (outcome !== 'receiving') throw begun(outcome as Batch['state'] | 'gone')
  return { lines: items.length - headingsAndTitles - blank, allLines: lines }
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
  columns: () =>
    invalid(
      'All parts of a CSV must have the same columns. Start each part with the same rows, down to the headings, or set heading_row.',
    ),
}

const begun = (state: Batch['state'] | 'gone') =>
  state === 'gone' ? noSuchBatch() : invalid(`This batch is ${state} and accepts no more lines.`)

const invalid = (detail: string) => new PinrefError('invalid_request', detail)

/** Formats a number for display. */
const words = (number: number) => number.toLocaleString('en')
