import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { askStore } from './ask-store'
import { type Batch, isFinal } from './batch'
import { type Chunk, type ChunkTable, chunkWith } from './chunks'
import { chunksOf, findBatch, readPacked } from './find-batch'
import type { Item } from './item'
import { batchKeys } from './layout'
import { unpack } from './pack'
import type { SameLines } from './prepare'
import type { Details, Failed, Found, Result } from './result'
import { type Row, rowOf } from './row'

/** Some of the lines of a batch, in order. */
export interface Page {
  rows: Row[]
  /** The number of the last line read so far, from 1; the next page begins after it. */
  after: number
  /** Whether no more lines will follow. */
  isLast: boolean
}

/** The most lines in one answer. */
export const maxRows = 1_000

/** The number of lines after which the search for lines with one status stops, for one answer. */
const maxScanned = 20_000

/** Which lines to read. */
export interface Wanted {
  /** The number of the last line that has been fetched, 0 for none. */
  after: number
  /** At most this many lines; left out: `maxRows`. */
  most?: number
  /** Only those with this status; null: all. */
  status?: Row['status'] | null
  /**
   * Whether the line `after` and those before it are known to have arrived. Their names and ratings are then removed, unless they
   * may be cached.
   */
  hasArrived: boolean
}

/**
 * Reads the lines of a batch with their results, in order, up to the first that is not answered yet. If only one status is
 * wanted, a page can have fewer lines than there are, or none: `after` says how far it got.
 * @throws PinrefError `batch_not_found`; `invalid_request` for a line that is not there.
 */
export async function readResults(accountId: string, id: string, wanted: Wanted): Promise<Page> {
  const { after, most = maxRows, status = null, hasArrived } = wanted
  const batch = await findBatch(accountId, id)
  if (after > batch.lines) throw new PinrefError('invalid_request', `This batch has ${batch.lines} lines.`)
  if (batch.started === 0) return { rows: [], after, isLast: isFinal(batch.state) }
  const table = await chunksOf(accountId, id)
  const reader = createReader(accountId, batch, table)
  const rows: Row[] = []
  let line = after
  const isEnough = () => rows.length >= most || line - after >= maxScanned
  for (let number = chunkWith(table, line); number < table.length && !isEnough(); number++) {
    const chunk = table[number] as Chunk
    const from = line - chunk.first
    const end = status === null ? Math.min(chunk.lines, from + most - rows.length) : chunk.lines
    const read = await reader.rowsOf(number, from, end)
    const fitting = status === null ? read : read.filter((row) => row.status === status)
    const taken = fitting.slice(0, most - rows.length)
    rows.push(...taken)
    const isCut = taken.length < fitting.length
    line = isCut ? (taken.at(-1)?.line ?? line) : line + read.length
    if (isCut || read.length === 0 || read.length < end - from) break
  }
  if (hasArrived && env().LISTING_CACHE_SECONDS === 0) await forgetDetails(accountId, id, table, after)
  return { rows, after: line, isLast: line === batch.lines && isFinal(batch.state) }
}

/** The results of one slice of a chunk. */
interface Results {
  from: number
  results: Result[]
}

function createReader(accountId: string, { id, state, columns }: Batch, table: ChunkTable) {
  const { input, results, details, same } = batchKeys(accountId, id)
  const read = new Map<string, Promise<unknown>>()

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
    once(`${chunk}:${from}`, async () => (await readPacked<Result[]>(results, `${chunk}:${from}`)) ?? [])

  const detailsAt = (chunk: number, from: number): Promise<Array<Details | null>> =>
    once(`details ${chunk}:${from}`, async () => {
      const packed = await askStore<string | null>('GET', details(chunk, from))
      return packed === null ? [] : unpack<Array<Details | null>>(packed)
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
    once(`same ${chunk}`, async () => new Map((await readPacked<SameLines>(same, String(chunk)))?.as))

  async function rowAt(chunk: number, index: number, item: Item): Promise<Row | null> {
    const line = (table[chunk] as Chunk).first + index
    const own = await resultsWith(chunk, index)
    const result = own?.results[index - own.from] ?? (await copiesIn(chunk)).get(index)
    const sameAs = typeof result === 'number' ? result : null
    const known = sameAs === null ? await answerAt(chunk, index) : await answerOf(sameAs)
    if (known === null && !isFinal(state)) return null
    return rowOf({ line, item, columns, sameAs, result: known?.result ?? null, details: known?.details ?? null })
  }

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

  return {
    /** Reads the rows of a chunk's lines, from `from` to before `to`, up to the first that is not answered yet. */
    async rowsOf(chunk: number, from: number, to: number): Promise<Row[]> {
      const field = (table[chunk] as Chunk).field
      const items = await once(`input ${chunk}`, async () => (await readPacked<Item[]>(input, field)) ?? [])
      const rows: Row[] = []
      for (let index = from; index < to; index++) {
        const row = await rowAt(chunk, index, items[index] ?? '')
        if (row === null) break
        rows.push(row)
      }
      return rows
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
