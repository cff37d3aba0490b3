import { createHash } from 'node:crypto'
import { newSecret } from '@/server/features/callbacks/secrets'
import { type ListLayout, type ListOptions, noLayout } from '@/server/features/lists/list-layout'
import { randomBase62 } from '@/server/metering/access/api-key'
import { runMemberScript } from '@/server/metering/access/member-script'
import { type Author, writerOf } from '@/server/metering/access/members'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'
import { type ErrorCode, PinrefError } from '@/server/platform/problems/errors'
import { createTurns, type YieldTurn } from '@/server/platform/runtime/event-loop-turns'
import { perProcess } from '@/server/platform/runtime/per-process'
import { Turns } from '@/server/platform/runtime/turns'
import { askStore } from '@/server/platform/store/untyped'
import type { Batch, BatchSettings } from './batch'
import type { Part } from './batch-store'
import { batchesOf, batchKeys, chunksOf, pack, readPacked } from './batch-store'
import { notInThisState, startBatch } from './change-batch'
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
  repeats,
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
import { commitScript, createScript, stageScript } from './scripts'
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

/** The rows of a finished batch, by its id. */
type RepeatedRows = { batch: string }

export interface BatchOrder extends BatchSettings {
  /** How a CSV is read. */
  options: ListOptions
  /** A valid name from `tidyName`; empty for none. */
  name: string
  /** The label of the client that its calls are counted for; empty for its key's. */
  client: string
  /** The id of the API key that creates the batch; empty for none. */
  key: string
  /** The URL for the batch's events; empty for none. */
  callback: string
  /** The batch's lines; null if they come in parts. */
  sent: SentLines | RepeatedRows | null
  /** Whether the batch starts immediately; allowed only with lines. */
  isStarted: boolean
  /** The `Idempotency-Key`; null if none was sent. */
  idempotency: string | null
}

/**
 * Creates a batch, or returns the one that was created with the same `Idempotency-Key`. Parses the lines before storing anything.
 * If creation was interrupted, the same request with that key completes it.
 * @throws PinrefError `invalid_request`; `limit_reached`; `idempotency_key_reused`; `batch_not_found` or `batch_state` if the
 *   batch to repeat is gone or has not finished; `too_many_requests` if too many of the account's batches are being
 *   repeated.
 */
export async function createBatch(author: Author, order: BatchOrder): Promise<Batch> {
  if (order.sent === null || !('batch' in order.sent)) return createNow(author, order)
  turns.value ??= new Turns(repeats)
  const endTurn = await turns.value.take(writerOf(author).accountId)
  return createNow(author, order).finally(endTurn)
}

const turns = perProcess<Turns>('batch-repeats')

async function createNow(author: Author, order: BatchOrder): Promise<Batch> {
  const { accountId } = writerOf(author)
  const { sent, options, operation } = order
  const rows =
    sent &&
    ('batch' in sent
      ? await rowsOfBatch(accountId, sent.batch)
      : await sentRows(accountId, sent, { ...options, operation, part: null }))
  if (rows && order.isStarted && rows.count <= rows.layout.headingRow)
    throw invalid('This batch has no lines. Send at least one line.')
  const max = await checkStorage(accountId, rows?.count ?? 0)
  const id = await createRecord(author, order, rows?.previous ?? null)
  const batch = await findBatch(accountId, id)
  if (!rows || batch.state !== 'receiving') return batch
  try {
    await storePart(author, batch, { number: 1, rows, max })
    return order.isStarted ? await startBatch(author, id, order.key) : await findBatch(accountId, id)
  } catch (error) {
    // The same request may have been sent twice at the same time, and the other request may have started the batch in
    // the meantime.
    const present = await findBatch(accountId, id)
    if (present.started > 0) return present
    // The batch's lines were rejected, or the batch that has them was deleted, so there is nothing to complete.
    const { code } = error as Partial<PinrefError>
    if (code !== undefined && refusalsOfLines.has(code) && present.rows === 0) {
      await askStore('UNLINK', batchesOf(accountId).made(digest(order.idempotency ?? '')))
      await forgetBatch(accountId, id)
    }
    throw error
  }
}

const refusalsOfLines: ReadonlySet<ErrorCode> = new Set([
  'invalid_request',
  'limit_reached',
  'batch_state',
  'batch_not_found',
])

/** @param previous the batch that this one repeats; null if there is none. */
async function createRecord(author: Author, order: BatchOrder, previous: Batch['previous']): Promise<string> {
  const { accountId, personId } = writerOf(author)
  const { operation, fallback, lookups, options, isTest, name, client, key, callback, sent, isStarted, idempotency } =
    order
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
    ...(client && { client }),
  }
  // The batch that is repeated may be renamed between two equal requests.
  const request = sent && 'batch' in sent ? [readLookupOptions(order), sent] : [settings, isStarted, sent]
  const requestDigest = digest(JSON.stringify(request))
  const fields = {
    ...settings,
    ...(callback && { secret: (await newSecret()).sealed }),
    ...(previous && { previous: JSON.stringify(previous) }),
    test: isTest ? 1 : '',
    key,
    maker: personId ?? key,
    state: 'receiving',
    created: now,
    run: 0,
  }
  const { index, made, madeCount } = batchesOf(accountId)
  const { record } = batchKeys(accountId, id)
  const keys = [index, made(digest(idempotency ?? '')), madeCount, record]
  const rememberSeconds = idempotency === null ? 0 : idempotencySeconds
  const args = [id, now, maxBatches, keepSeconds, rememberSeconds, requestDigest, maxIdempotencyKeys]
  const reply = await runMemberScript(author, createScript, keys, [...args, ...Object.entries(fields).flat()])
  const [outcome, more = ''] = reply as [CreateOutcome, string?]
  switch (outcome) {
    case 'other':
      throw keyOfOtherBatch()
    case 'too many': {
      // Reading the index removes expired batches.
      if ((await listBatches(accountId)).length < maxBatches) return createRecord(author, order, previous)
      throw new PinrefError(
        'limit_reached',
        `An account can have at most ${maxBatches} batches. Delete a batch that you no longer need.`,
      )
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

export const keyOfOtherBatch = () =>
  new PinrefError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a different batch in the last 24 hours. Send a new Idempotency-Key.',
  )

type CreateOutcome = 'made' | 'known' | 'too many' | 'too many keys' | 'other'

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Rows to store, which are read chunk by chunk, because a batch to repeat can have a million. */
interface NewRows {
  count: number
  columns: readonly string[]
  layout: ListLayout
  /** The number of rows in each chunk. */
  sizes: readonly number[]
  chunk(number: number): Promise<readonly Item[]>
  /** The batch whose rows these are, if it was audited; otherwise null. */
  previous: Batch['previous']
  /** Returns the audit codes of a chunk's rows in that batch, packed. */
  codes(number: number): Promise<string>
}

/** Parses rows as they were sent, and splits them into chunks. @throws as `readSentLines`. */
async function sentRows(accountId: string, sent: SentLines, options: ReadOptions): Promise<NewRows> {
  const { items, columns, layout } = await readSentLines(accountId, sent, options)
  const chunks = await chunksIn(items, createTurns(accountId))
  return {
    count: items.length,
    columns,
    layout,
    sizes: chunks.map(({ length }) => length),
    chunk: async (number) => chunks[number] ?? [],
    previous: null,
    codes: async () => '',
  }
}

/**
 * Returns the rows of a finished batch. Reading them fails if the batch is deleted in the meantime.
 * @throws PinrefError `batch_not_found`; `batch_state` if the batch has not finished.
 */
async function rowsOfBatch(accountId: string, id: string): Promise<NewRows> {
  const batch = await findBatch(accountId, id)
  const { state, rows, columns, audit, ended } = batch
  if (state !== 'finished')
    throw notInThisState(`This batch is ${state} and cannot be repeated. Only a finished batch can be repeated.`)
  const table = await chunksOf(accountId, id)
  const { input, findings } = batchKeys(accountId, id)
  return {
    count: rows,
    columns,
    layout: pickLayout(batch),
    sizes: table.map(({ lines }) => lines),
    async chunk(number) {
      const items = await readPacked<Item[]>(input, table[number]?.field ?? '')
      if (items === null) throw noSuchBatch()
      return items
    },
    previous: audit && { batch: id, ended },
    async codes(number) {
      if (audit === null) return ''
      const packed = await askStore<string | null>('HGET', findings, number)
      if (packed === null) throw noSuchBatch()
      return packed
    },
  }
}

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
 * @throws PinrefError `batch_not_found`; `batch_state` if the batch has started; `invalid_request` if the rows are unreadable
 *   or too many for a batch; `limit_reached` if they are too many for the account.
 */
export async function updatePart(
  author: Author,
  id: string,
  number: number,
  sent: SentLines,
): Promise<{ part: number; lines: number; allLines: number }> {
  const { accountId } = writerOf(author)
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
    const rows = await sentRows(accountId, sent, { ...options, operation: batch.operation, part: number })
    const formerRows = former === null ? 0 : (JSON.parse(former) as Part).rows
    const max = await checkStorage(accountId, rows.count - formerRows)
    const added = await storePart(author, batch, { number, rows, max })
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
  rows: NewRows
  /** The account's storage limits. */
  max: Storage['max']
}

/**
 * Stores rows as a part of a batch.
 * @returns how many lines the part has, and how many the batch now has; null if the part's layout isn't the batch's.
 */
async function storePart(
  author: Author,
  batch: Batch,
  part: NewPart,
): Promise<{ lines: number; allLines: number } | null> {
  const { accountId } = writerOf(author)
  const { id } = batch
  const { number, rows, max } = part
  const { count, columns, layout, sizes } = rows
  const settings = { ...batch, ...layout }
  const { record, input, fingerprints, previousFindings, parts } = batchKeys(accountId, id)
  const token = randomBase62(8)
  const yieldTurn = createTurns(accountId)
  const headings = number === 1 ? layout.headingRow : 0
  let blank = 0
  let headingsAndTitles = headings
  let packedBytes = 0

  async function stage(chunk: number, first: number): Promise<void> {
    const codes = await rows.codes(chunk)
    const items = await rows.chunk(chunk)
    const chunkFingerprints: string[] = []
    for (const [index, item] of items.entries()) {
      const isHeading = first + index < headings
      if (isBlank(item)) {
        blank += 1
        if (isHeading) headingsAndTitles -= 1
      }
      chunkFingerprints.push(fingerprintOf(isHeading ? '' : item, settings, columns))
      await yieldTurn()
    }
    const packed = await pack(items)
    packedBytes += packed.length + codes.length
    const keys = [record, input, fingerprints, previousFindings]
    const fields = [`${token}:${chunk}`, packed, chunkFingerprints.join(''), chunk, codes]
    const state = await runMemberScript(author, stageScript, keys, [keepSeconds, ...fields])
    if (state !== 'receiving') throw begun(state as Batch['state'] | 'gone')
  }
  let first = 0
  for (let at = 0; at < sizes.length; at += chunksAtOnce) {
    const starts = sizes.slice(at, at + chunksAtOnce).map((size) => {
      first += size
      return first - size
    })
    await Promise.all(starts.map((start, index) => stage(at + index, start)))
  }
  const stored: Part = {
    token,
    rows: count,
    headings: headingsAndTitles,
    blank,
    bytes: storageBytes(packedBytes, count, sizes.length),
    sizes: [...sizes],
  }
  const partFields = [number, JSON.stringify(stored), JSON.stringify(columns), JSON.stringify(pickLayout(layout)), id]
  const reply = await runMemberScript(
    author,
    commitScript,
    [record, input, fingerprints, parts, batchesOf(accountId).stored],
    [...partFields, maxLines, max.lines, max.bytes, keepSeconds],
  )
  const [outcome, lines] = reply as [Batch['state'] | keyof typeof refusals | 'layout' | 'gone', number]
  if (outcome === 'layout') return null
  if (outcome === 'stored lines' || outcome === 'stored bytes') {
    if (await freeExpired(accountId)) return storePart(author, batch, part)
  }
  if (outcome in refusals) throw refusals[outcome as keyof typeof refusals](max)
  if (outcome !== 'receiving') throw begun(outcome as Batch['state'] | 'gone')
  return { lines: count - headingsAndTitles - blank, allLines: lines }
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
  state === 'gone' ? noSuchBatch() : notInThisState(`This batch is ${state} and accepts no more lines.`)

const invalid = (detail: string) => new PinrefError('invalid_request', detail)

/** Formats a number for display. */
const words = (number: number) => number.toLocaleString('en')
