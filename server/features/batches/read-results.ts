import { findingsIfChecked } from '@/server/features/lists/audit'
import type { Row } from '@/server/features/lists/row'
import { filterOf, type RowFilter } from '@/server/features/lists/row-filter'
import { PinrefError } from '@/server/platform/problems/errors'
import { createTurns } from '@/server/platform/runtime/event-loop-turns'
import { perProcess } from '@/server/platform/runtime/per-process'
import { Turns } from '@/server/platform/runtime/turns'
import { env } from '@/server/platform/settings/env'
import { askStore } from '@/server/platform/store/untyped'
import { type Batch, isFinal } from './batch'
import { type Details, foldInto, type Run, rowOf } from './batch-row'
import { batchKeys, type Chunk, type ChunkTable, chunksOf, chunkWith, readPacked, unpack } from './batch-store'
import type { Duplicates } from './complete-batch'
import { findBatch } from './find-batch'
import { type Item, reasonOf } from './item'
import { maxPageBytes, maxReadBytes, maxScanned, resultReads } from './limits'
import type { SameLines } from './prepare'
import { forgetDetails } from './storage'
import {
  type Failed,
  type Found,
  type NotSent,
  type Result,
  resultFromStored,
  type StoredResult,
} from './stored-result'

/** Some of a batch's lines, in order. */
export interface Page {
  rows: Row[]
  /** The number of the last line read, from 1; the next page begins after this line. */
  after: number
  /** Whether no more lines will follow. */
  isLast: boolean
}

/** Some of a batch's lines for display, in order. */
export interface View {
  entries: Array<Row | Run>
  /** The number of the line before the first one read, and the number of the last one read. */
  after: number
  end: number
  /** Whether another matching line follows. */
  hasNext: boolean
  isLast: boolean
}

/** The maximum number of lines in one response. */
export const maxRows = 1_000

/** Which lines to read. */
export interface PageQuery extends RowFilter {
  /** The number of the last line that the caller has received; 0 for none. */
  after: number
  /** The maximum number of lines to return; defaults to `maxRows`. */
  most?: number
  /**
   * Whether the caller is known to have received the lines up to `after`. If so, the names and ratings of these lines
   * are deleted, unless they may be cached.
   */
  hasArrived: boolean
  /**
   * Whether the page is part of a file. Such a page has rows of only one chunk, whose size is limited, and ends with it,
   * so each chunk is read once.
   */
  isOfFile?: boolean
}

/** Which lines to display: the lines after a given one, or the lines up to and including it. */
export type ViewQuery = RowFilter & ({ after: number } | { upTo: number }) & { most: number }

const turns = perProcess<Turns>('result-reads')

/** Reads a page during the account's turn. @param patience for a file, which waits until this aborts. */
async function inTurn<T>(accountId: string, read: () => Promise<T>, patience?: AbortSignal): Promise<T> {
  turns.value ??= new Turns(resultReads)
  const endTurn = await turns.value.take(accountId, { signal: patience, isPatient: patience !== undefined })
  return read().finally(endTurn)
}

/**
 * Reads a batch's lines with their results, in order, up to the first one without a result. A page of long lines, or a
 * filtered page, can have fewer lines than requested, or none.
 * @param patience only for a file being written, which waits for its turn until this aborts.
 * @throws PinrefError `batch_not_found`; `invalid_request` for a line that does not exist; `too_many_requests` if too
 *   many of the account's pages are being read.
 */
export const readResults = (accountId: string, id: string, query: PageQuery, patience?: AbortSignal): Promise<Page> =>
  inTurn(accountId, () => readPage(accountId, id, query), patience)

/**
 * Reads lines for display. Unlike `readResults`, this can also read backward, looks one line ahead, and combines three
 * or more consecutive lines that were not looked up into one entry, unless the filter selects such lines or searches.
 * @throws PinrefError as `readResults` does.
 */
export const viewResults = (accountId: string, id: string, query: ViewQuery): Promise<View> =>
  inTurn(accountId, () => readView(accountId, id, query))

/** @throws PinrefError `invalid_request` for a line that does not exist. */
export function checkAfter(after: number, { rows }: Batch): void {
  if (after > rows) throw new PinrefError('invalid_request', `This batch has ${rows} rows.`)
}

async function readPage(accountId: string, id: string, query: PageQuery): Promise<Page> {
  const { after, most = maxRows, hasArrived, isOfFile = false } = query
  const batch = await findBatch(accountId, id)
  checkAfter(after, batch)
  if (batch.started === 0) return { rows: [], after, isLast: isFinal(batch.state) }
  const table = await chunksOf(accountId, id)
  const matches = filterOf(query)
  const rows: Row[] = []
  let bytes = 0
  let last = Number.POSITIVE_INFINITY
  const reader = createReader(accountId, batch, table, query.state === 'waiting')
  const end = await walk(accountId, reader, { from: after, to: batch.rows }, (row) => {
    if (matches(row)) {
      if (!isOfFile) bytes += Buffer.byteLength(JSON.stringify(row))
      if (bytes > maxPageBytes && rows.length > 0) return 'not this'
      if (isOfFile && rows.length === 0) last = lastRowWith(table, row.row)
      rows.push(row)
    }
    return row.row === last || (!isOfFile && rows.length === most) ? 'enough' : 'more'
  })
  if (hasArrived && env().LISTING_CACHE_SECONDS === 0)
    await forgetDetails(accountId, id, table, { from: Math.max(0, after - maxRows), to: after })
  return { rows, after: end, isLast: end === batch.rows && isFinal(batch.state) }
}

/** Returns the number of the last row in a row's chunk, both from 1. */
function lastRowWith(table: ChunkTable, row: number): number {
  const { first, lines } = table[chunkWith(table, row - 1)] as Chunk
  return first + lines
}

async function readView(accountId: string, id: string, query: ViewQuery): Promise<View> {
  const batch = await findBatch(accountId, id)
  const isBack = 'upTo' in query
  const from = isBack ? query.upTo : query.after
  checkAfter(from, batch)
  const { state = null, finding = null, code = null, text = null, most } = query
  const view = { entries: [], after: from, end: from, hasNext: false, isLast: isFinal(batch.state) }
  if (batch.started === 0) return view
  const canFold = finding === null && code === null && text === null && (state === null || state === 'to_check')
  const matches = filterOf(query)
  const entries: View['entries'] = []
  let bytes = 0
  let hasNext = false
  const reader = createReader(accountId, batch, await chunksOf(accountId, id), state === 'waiting')
  const end = await walk(accountId, reader, { from, to: isBack ? 0 : batch.rows }, (row) => {
    if (!matches(row) || (canFold && foldInto(entries, row))) return 'more'
    bytes += Buffer.byteLength(JSON.stringify(row))
    hasNext = entries.length === most || (bytes > maxPageBytes && entries.length > 0)
    if (hasNext) return 'not this'
    entries.push(row)
    return 'more'
  })
  if (isBack) return { ...view, entries: entries.reverse(), after: end, hasNext: from < batch.rows, isLast: false }
  return { ...view, entries, end, hasNext, isLast: end === batch.rows && view.isLast }
}

/**
 * Reads lines one by one, until one has no result yet or enough have been read for one response.
 * @param from the line before the first; `to` is the last line. If `to` is less than `from`, lines are read backward.
 * @param take receives each line, and returns whether to continue, stop after the line, or stop before it.
 * @returns the number of the last line that was reached.
 */
async function walk(
  accountId: string,
  reader: ReturnType<typeof createReader>,
  { from, to }: { from: number; to: number },
  take: (row: Row) => 'more' | 'enough' | 'not this',
): Promise<number> {
  const step = to < from ? -1 : 1
  let at = from
  let bytesRead = 0
  const yieldTurn = createTurns(accountId)
  while (at !== to && Math.abs(at - from) < maxScanned) {
    const line = step === 1 ? at : at - 1
    const row = reader.rowInSlice(line) ?? (await reader.rowOf(line))
    // Data loaded with the first line does not count, because the page can use the rest of it.
    const hasReadEnough = at !== from && reader.bytesRead() > Math.max(bytesRead, maxReadBytes)
    bytesRead = reader.bytesRead()
    const next = row === null ? 'not this' : take(row)
    if (next === 'not this') break
    at += step
    if (next === 'enough' || hasReadEnough) break
    await yieldTurn()
  }
  return at
}

/** The results of one slice of a chunk. */
interface Results {
  from: number
  results: Result[]
}

/** The slice of the last row, which usually has the next row too. */
interface Slice extends Results {
  /** The rows of its chunk that repeat an earlier one. */
  duplicates: Map<number, number>
  /** The audit codes of its chunk's rows in the batch that this one repeats. */
  codes: readonly number[]
  /** The number of the chunk's first line. */
  first: number
  items: Item[]
  details: Array<Details | null>
}

/** @param hasWaiting whether rows without a result are read, too. */
function createReader(accountId: string, batch: Batch, table: ChunkTable, hasWaiting: boolean) {
  const { id, state, columns, previous } = batch
  const { input, results, details, same, duplicates, previousFindings: previousCodes } = batchKeys(accountId, id)
  const isOver = isFinal(state)
  const read = new Map<string, Promise<unknown>>()
  let bytesRead = 0
  const onBytes = (bytes: number) => {
    bytesRead += bytes
  }

  /** Loads a value only once, even if a page needs it several times. */
  function once<T>(name: string, load: () => Promise<T>): Promise<T> {
    const started = read.get(name) as Promise<T> | undefined
    if (started) return started
    const loading = load()
    read.set(name, loading)
    return loading
  }

  /** Returns the first line of each slice of a chunk that has results. */
  const startsOf = (chunk: number): Promise<number[]> =>
    once(`${chunk}`, async () => {
      const starts = await askStore<string | null>('HGET', results, chunk)
      return (starts ?? '').split(' ').filter(Boolean).map(Number)
    })

  const resultsAt = (chunk: number, from: number): Promise<Result[]> =>
    once(`${chunk}:${from}`, async () => {
      const stored = await readPacked<StoredResult[]>(results, `${chunk}:${from}`, onBytes)
      return (stored ?? []).map(resultFromStored)
    })

  const detailsAt = (chunk: number, from: number): Promise<Array<Details | null>> =>
    once(`details ${chunk}:${from}`, async () => {
      const packed = await askStore<string | null>('GET', details(chunk, from))
      return packed === null ? [] : unpack<Array<Details | null>>(packed, onBytes)
    })

  /** Reads the results of the slice with line `index` of a chunk; null if there are none yet. */
  async function resultsWith(chunk: number, index: number): Promise<Results | null> {
    const from = (await startsOf(chunk)).findLast((start) => start <= index)
    if (from === undefined) return null
    const found = await resultsAt(chunk, from)
    return index < from + found.length ? { from, results: found } : null
  }

  /** Reads the duplicates in a chunk. Each gets the result of the line it repeats, even if its slice never runs. */
  const copiesIn = (chunk: number): Promise<Map<number, number>> =>
    once(`same ${chunk}`, async () => new Map((await readPacked<SameLines>(same, String(chunk), onBytes))?.as))

  /** Reads the rows of a chunk that have the listing of an earlier row, which are known once the batch has finished. */
  const duplicatesIn = (chunk: number): Promise<Map<number, number>> =>
    once(`duplicates ${chunk}`, async () => {
      if (state !== 'finished') return new Map()
      return new Map(await readPacked<Duplicates>(duplicates, String(chunk), onBytes))
    })

  const previousCodesIn = (chunk: number): Promise<readonly number[]> =>
    once(
      `previous ${chunk}`,
      async () => (previous && (await readPacked<number[]>(previousCodes, String(chunk), onBytes))) ?? [],
    )

  function answerOf(line: number) {
    const chunk = chunkWith(table, line)
    return answerAt(chunk, line - (table[chunk] as Chunk).first)
  }

  async function answerAt(chunk: number, index: number) {
    const found = await resultsWith(chunk, index)
    if (found === null) return null
    const detailsOfSlice = await detailsAt(chunk, found.from)
    const result = found.results[index - found.from] as Found | Failed | NotSent
    return { result, details: detailsOfSlice[index - found.from] ?? null }
  }

  const itemsOf = (chunk: number): Promise<Item[]> =>
    once(`input ${chunk}`, async () => {
      const { field } = table[chunk] as Chunk
      return (await readPacked<Item[]>(input, field, onBytes)) ?? []
    })

  let slice: Slice | undefined

  return {
    /** Returns how many bytes have been unpacked. */
    bytesRead: () => bytesRead,

    /** Returns the row of a line, from 0, if it has its own result in the slice of the last row; otherwise null. */
    rowInSlice(line: number): Row | null {
      if (!slice) return null
      const index = line - slice.first
      const result = slice.results[index - slice.from]
      if (result === undefined || 'sameAs' in result) return null
      const duplicateOf = slice.duplicates.get(index) ?? null
      const details = slice.details[index - slice.from] ?? null
      const previousFindings = findingsIfChecked(slice.codes[index] ?? 0)
      const item = slice.items[index] ?? ''
      return rowOf({ index: line, item, columns, duplicateOf, previousFindings, result, isOver, details })
    },

    /** Reads the row of a line, from 0; null if it has no result yet. */
    async rowOf(line: number): Promise<Row | null> {
      const chunk = chunkWith(table, line)
      const index = line - (table[chunk] as Chunk).first
      const own = await resultsWith(chunk, index)
      const result = own?.results[index - own.from]
      const copied = result ? undefined : (await copiesIn(chunk)).get(index)
      const sameAs = result && 'sameAs' in result ? result.sameAs : (copied ?? null)
      const known = sameAs === null ? await answerAt(chunk, index) : await answerOf(sameAs)
      if (known === null && !isOver && !hasWaiting) return null
      const [items, repeats, codes, details] = await Promise.all([
        itemsOf(chunk),
        duplicatesIn(chunk),
        previousCodesIn(chunk),
        own && detailsAt(chunk, own.from),
      ])
      const item = items[index] ?? ''
      if (own) slice = { ...own, first: line - index, items, codes, details: details ?? [], duplicates: repeats }
      const duplicateOf = repeats.get(index) ?? sameAs
      const previousFindings = findingsIfChecked(codes[index] ?? 0)
      const notALine = reasonOf(item, line, batch)
      const answer = known ?? { result: notALine && { notSent: notALine }, details: null }
      return rowOf({
        index: line,
        item,
        columns,
        duplicateOf,
        previousFindings,
        result: answer.result,
        isOver,
        details: answer.details,
      })
    },
  }
}
