import { setImmediate as turn } from 'node:timers/promises'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { perProcess } from '@/server/runtime/per-process'
import { Turns } from '@/server/runtime/turns'
import { type Batch, isFinal } from './batch'
import {
  askStore,
  batchKeys,
  type Chunk,
  type ChunkTable,
  chunksOf,
  chunkWith,
  readPacked,
  unpack,
} from './batch-store'
import { findBatch } from './find-batch'
import type { Item } from './item'
import { maxPageBytes, maxReadBytes, maxScanned, resultReads } from './limits'
import type { SameLines } from './prepare'
import {
  type Details,
  type Failed,
  type Found,
  filterOf,
  foldInto,
  type LineFilter,
  type Result,
  type Row,
  type Run,
  rowOf,
} from './row'

/** Some of the lines of a batch, in order. */
export interface Page {
  rows: Row[]
  /** The number of the last line read so far, from 1; the next page begins after it. */
  after: number
  /** Whether no more lines will follow. */
  isLast: boolean
}

/** Some of the lines of a batch to look at, in order. */
export interface View {
  entries: Array<Row | Run>
  /** The number of the line before the first one read, and that of the last one. */
  after: number
  end: number
  /** Whether a line that is wanted follows. */
  hasNext: boolean
  /** Whether no more lines will follow. */
  isLast: boolean
}

/** The most lines in one answer. */
export const maxRows = 1_000

/** Which lines to read. */
export interface Wanted extends LineFilter {
  /** The number of the last line that has been fetched, 0 for none. */
  after: number
  /** At most this many lines; left out: `maxRows`. */
  most?: number
  /**
   * Whether the line `after` and those before it are known to have arrived. Their names and ratings are then removed, unless they
   * may be cached.
   */
  hasArrived: boolean
}

/** Which lines to look at: those after a line, or those up to and including one. */
export type ViewWanted = LineFilter & ({ after: number } | { upTo: number }) & { most: number }

const turns = perProcess<Turns>('result-reads')

/** Takes a turn of an account for one page. @param patience of a file that is being written: it waits until this aborts. */
async function inTurn<T>(accountId: string, read: () => Promise<T>, patience?: AbortSignal): Promise<T> {
  turns.value ??= new Turns(resultReads)
  const endTurn = await turns.value.take(accountId, patience)
  return read().finally(endTurn)
}

/**
 * Reads the lines of a batch with their results, in order, up to the first that is not answered yet. A page of long lines, or of
 * those of one kind, can have fewer lines than there are, or none: `after` says how far it got. Accounts take turns.
 * @param patience of a file that is being written: it waits until this aborts.
 * @throws PinrefError `batch_not_found`; `invalid_request` for a line that is not there; `too_many_requests` if too many pages of
 *   the account are being read.
 */
export const readResults = (accountId: string, id: string, wanted: Wanted, patience?: AbortSignal): Promise<Page> =>
  inTurn(accountId, () => readPage(accountId, id, wanted), patience)

/**
 * Reads lines to look at. Unlike a page of `readResults` it can also go back from a line, looks one line ahead, and has three or
 * more lines in a row that were not looked up as one entry, unless only those or a text are wanted.
 * @throws PinrefError as `readResults` does.
 */
export const viewResults = (accountId: string, id: string, wanted: ViewWanted): Promise<View> =>
  inTurn(accountId, () => readView(accountId, id, wanted))

/** @throws PinrefError `invalid_request` for a line that is not there. */
export function checkAfter(after: number, { lines }: Batch): void {
  if (after > lines) throw new PinrefError('invalid_request', `This batch has ${lines} lines.`)
}

async function readPage(accountId: string, id: string, wanted: Wanted): Promise<Page> {
  const { after, most = maxRows, hasArrived } = wanted
  const batch = await findBatch(accountId, id)
  checkAfter(after, batch)
  if (batch.started === 0) return { rows: [], after, isLast: isFinal(batch.state) }
  const table = await chunksOf(accountId, id)
  const isWanted = filterOf(wanted)
  const rows: Row[] = []
  let bytes = 0
  const end = await walk(createReader(accountId, batch, table), { from: after, to: batch.lines }, (row) => {
    if (!isWanted(row)) return 'more'
    bytes += Buffer.byteLength(JSON.stringify(row))
    if (bytes > maxPageBytes && rows.length > 0) return 'not this'
    rows.push(row)
    return rows.length < most ? 'more' : 'enough'
  })
  if (hasArrived && env().LISTING_CACHE_SECONDS === 0) await forgetDetails(accountId, id, table, after)
  return { rows, after: end, isLast: end === batch.lines && isFinal(batch.state) }
}

async function readView(accountId: string, id: string, wanted: ViewWanted): Promise<View> {
  const batch = await findBatch(accountId, id)
  const isBack = 'upTo' in wanted
  const from = isBack ? wanted.upTo : wanted.after
  checkAfter(from, batch)
  const { status = null, code = null, text = null, most } = wanted
  const view = { entries: [], after: from, end: from, hasNext: false, isLast: isFinal(batch.state) }
  if (batch.started === 0) return view
  const canFold = code === null && text === null && (status === null || status === 'to_check')
  const isWanted = filterOf(wanted)
  const entries: View['entries'] = []
  let bytes = 0
  let hasNext = false
  const reader = createReader(accountId, batch, await chunksOf(accountId, id))
  const end = await walk(reader, { from, to: isBack ? 0 : batch.lines }, (row) => {
    if (!isWanted(row) || (canFold && foldInto(entries, row))) return 'more'
    bytes += Buffer.byteLength(JSON.stringify(row))
    hasNext = entries.length === most || (bytes > maxPageBytes && entries.length > 0)
    if (hasNext) return 'not this'
    entries.push(row)
    return 'more'
  })
  if (isBack) return { ...view, entries: entries.reverse(), after: end, hasNext: from < batch.lines, isLast: false }
  return { ...view, entries, end, hasNext, isLast: end === batch.lines && view.isLast }
}

/**
 * Reads lines one after the other, until one is not answered yet or enough was read for one answer.
 * @param from the number of the line before the first, and `to` that of the last; if it is less, they are read backward.
 * @param take receives each line, and says whether more are wanted, that this was the last one, or that even this was not wanted.
 * @returns the number of the line that it got to.
 */
async function walk(
  reader: ReturnType<typeof createReader>,
  { from, to }: { from: number; to: number },
  take: (row: Row) => 'more' | 'enough' | 'not this',
): Promise<number> {
  const step = to < from ? -1 : 1
  let at = from
  let bytesRead = 0
  let workedSince = performance.now()
  while (at !== to && Math.abs(at - from) < maxScanned) {
    const line = step === 1 ? at : at - 1
    const row = reader.rowInSlice(line) ?? (await reader.rowOf(line))
    // Not for what the first line brought along: the page has what else is in that.
    const hasReadEnough = at !== from && reader.bytesRead() > Math.max(bytesRead, maxReadBytes)
    bytesRead = reader.bytesRead()
    const next = row === null ? 'not this' : take(row)
    if (next === 'not this') break
    at += step
    if (next === 'enough' || hasReadEnough) break
    if (performance.now() - workedSince < workMs) continue
    await turn()
    workedSince = performance.now()
  }
  return at
}

/** After how long other calls get their turn while a page is put together, in milliseconds. */
const workMs = 5

/** The results of one slice of a chunk. */
interface Results {
  from: number
  results: Result[]
}

/** The slice of the row that was read last. Most rows follow one of the same slice, and need nothing else. */
interface Slice extends Results {
  /** The number of the chunk's first line. */
  first: number
  items: Item[]
  details: Array<Details | null>
}

function createReader(accountId: string, { id, state, columns }: Batch, table: ChunkTable) {
  const { input, results, details, same } = batchKeys(accountId, id)
  const read = new Map<string, Promise<unknown>>()
  let bytesRead = 0
  const onBytes = (bytes: number) => {
    bytesRead += bytes
  }

  /** Asks only once for what a page needs several times. */
  function once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = read.get(name) as Promise<T> | undefined
    if (known) return known
    const asked = ask()
    read.set(name, asked)
    return asked
  }

  /** Reads the first lines of the slices of a chunk that have results. */
  const startsOf = (chunk: number): Promise<number[]> =>
    once(`${chunk}`, async () => {
      const starts = await askStore<string | null>('HGET', results, chunk)
      return (starts ?? '').split(' ').filter(Boolean).map(Number)
    })

  const resultsAt = (chunk: number, from: number): Promise<Result[]> =>
    once(`${chunk}:${from}`, async () => (await readPacked<Result[]>(results, `${chunk}:${from}`, onBytes)) ?? [])

  const detailsAt = (chunk: number, from: number): Promise<Array<Details | null>> =>
    once(`details ${chunk}:${from}`, async () => {
      const packed = await askStore<string | null>('GET', details(chunk, from))
      return packed === null ? [] : unpack<Array<Details | null>>(packed, onBytes)
    })

  /** Reads the results of the slice that has line `index` of a chunk; null if there are none yet. */
  async function resultsWith(chunk: number, index: number): Promise<Results | null> {
    const from = (await startsOf(chunk)).findLast((start) => start <= index)
    if (from === undefined) return null
    const found = await resultsAt(chunk, from)
    return index < from + found.length ? { from, results: found } : null
  }

  /** Reads the duplicates in a chunk. They are answered and counted with the line they repeat, even if their slice never runs. */
  const copiesIn = (chunk: number): Promise<Map<number, number>> =>
    once(`same ${chunk}`, async () => new Map((await readPacked<SameLines>(same, String(chunk), onBytes))?.as))

  function answerOf(line: number) {
    const chunk = chunkWith(table, line)
    return answerAt(chunk, line - (table[chunk] as Chunk).first)
  }

  async function answerAt(chunk: number, index: number) {
    const found = await resultsWith(chunk, index)
    if (found === null) return null
    const known = await detailsAt(chunk, found.from)
    const result = found.results[index - found.from] as Found | Failed
    return { result, details: known[index - found.from] ?? null }
  }

  const itemsOf = (chunk: number): Promise<Item[]> =>
    once(`input ${chunk}`, async () => {
      const { field } = table[chunk] as Chunk
      return (await readPacked<Item[]>(input, field, onBytes)) ?? []
    })

  let slice: Slice | undefined

  return {
    /** Returns how many bytes of what is stored were unpacked so far. */
    bytesRead: () => bytesRead,

    /** Returns the row of a line, from 0, if it was looked up in the slice of the row read last; otherwise null. */
    rowInSlice(line: number): Row | null {
      if (!slice) return null
      const index = line - slice.first
      const result = slice.results[index - slice.from]
      if (result === undefined || typeof result === 'number') return null
      const details = slice.details[index - slice.from] ?? null
      return rowOf({ line, item: slice.items[index] ?? '', columns, sameAs: null, result, details })
    },

    /** Reads the row of a line, from 0; null if it is not answered yet. */
    async rowOf(line: number): Promise<Row | null> {
      const chunk = chunkWith(table, line)
      const index = line - (table[chunk] as Chunk).first
      const own = await resultsWith(chunk, index)
      const result = own?.results[index - own.from] ?? (await copiesIn(chunk)).get(index)
      const sameAs = typeof result === 'number' ? result : null
      const known = sameAs === null ? await answerAt(chunk, index) : await answerOf(sameAs)
      if (known === null && !isFinal(state)) return null
      const items = await itemsOf(chunk)
      const item = items[index] ?? ''
      if (own) slice = { ...own, first: line - index, items, details: await detailsAt(chunk, own.from) }
      return rowOf({ line, item, columns, sameAs, result: known?.result ?? null, details: known?.details ?? null })
    },
  }
}

/** Removes the names and ratings that were fetched: of the line `after` and those before it that fit on one page. */
async function forgetDetails(accountId: string, id: string, table: ChunkTable, after: number): Promise<void> {
  const { results, same, details } = batchKeys(accountId, id)
  if (after === 0) return
  const firstChunk = chunkWith(table, Math.max(0, after - maxRows))
  const lastChunk = chunkWith(table, after - 1)
  const fetched = Array.from({ length: lastChunk - firstChunk + 1 }, (_, at) => firstChunk + at)
  const [starts, others] = await Promise.all(
    [results, same].map((key) => askStore<Array<string | null>>('HMGET', key, ...fetched)),
  )
  const read = fetched.flatMap((chunk, at) => {
    // Later lines may be the same as one of these and still need its details, so these are left to expire.
    if (others?.[at]) return []
    const own = (starts?.[at] ?? '').split(' ').filter(Boolean).map(Number)
    const { first, lines } = table[chunk] as Chunk
    return own.filter((_, slice) => first + (own[slice + 1] ?? lines) <= after).map((from) => details(chunk, from))
  })
  if (read.length > 0) await askStore('UNLINK', ...read)
}
