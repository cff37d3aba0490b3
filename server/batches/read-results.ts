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
  /** The number of the last line that has been told with this, from 1; what to ask for next goes after it. */
  after: number
  /** Whether no more will come. */
  isLast: boolean
}

/** As many lines as one answer has at most. */
export const mostRows = 1_000

/** As many lines as are looked through for one answer where only some are wanted. */
const mostScanned = 20_000

/** Which lines to read. */
export interface Wanted {
  /** The number of the last line that has been fetched, 0 for none. */
  after: number
  /** At most so many lines; left out: `mostRows`. */
  most?: number
  /** Only those with this status; null: all. */
  status?: Row['status'] | null
  /**
   * Whether the line `after` and those before it are known to have arrived: then their names and ratings are removed, where they may not
   * be cached.
   */
  hasArrived: boolean
}

/**
 * The lines of a batch with their results, in their order, up to the first that is not answered yet. Where only some are wanted, an
 * answer can have fewer than there are, or none: `after` says how far it has come.
 * @throws PinrefError `batch_not_found`; `invalid_request` for a line that is not there.
 */
export async function readResults(accountId: string, id: string, wanted: Wanted): Promise<Page> {
  const { after, most = mostRows, status = null, hasArrived } = wanted
  const batch = await findBatch(accountId, id)
  if (after > batch.lines) throw new PinrefError('invalid_request', `This batch has ${batch.lines} lines.`)
  if (batch.started === 0) return { rows: [], after, isLast: isFinal(batch.state) }
  const table = await chunksOf(accountId, id)
  const reader = createReader(accountId, batch, table)
  const rows: Row[] = []
  let line = after
  const isEnough = () => rows.length >= most || line - after >= mostScanned
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

/** Results of a chunk from one line on. */
interface Results {
  from: number
  results: Result[]
}

function createReader(accountId: string, { id, state, columns }: Batch, table: ChunkTable) {
  const { input, results, details, same } = batchKeys(accountId, id)
  const read = new Map<string, Promise<unknown>>()

  /** What is read twice for a page is asked for once. */
  function once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = read.get(name) as Promise<T> | undefined
    if (known) return known
    const asked = ask()
    read.set(name, asked)
    return asked
  }

  /** Where the results of a chunk begin. */
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

  /** The results of a chunk in which its line `index` is; null where there are none yet. */
  async function resultsWith(chunk: number, index: number): Promise<Results | null> {
    const from = (await startsOf(chunk)).findLast((start) => start <= index)
    if (from === undefined) return null
    const found = await resultsAt(chunk, from)
    return index < from + found.length ? { from, results: found } : null
  }

  /** The lines of a chunk that are the same as one before: it is answered, and counted, whether or not theirs come to it. */
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
    /** The rows of a chunk's lines from one to before another, up to the first that is not answered yet. */
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

/** Removes the names and ratings of what was fetched: of this chunk and the one before, which a page can reach back to. */
async function forgetDetails(accountId: string, id: string, table: ChunkTable, after: number): Promise<void> {
  const { results, same, details } = batchKeys(accountId, id)
  const last = chunkWith(table, after)
  const near = [last - 1, last].filter((chunk) => chunk >= 0 && chunk < table.length)
  if (after === 0 || near.length === 0) return
  const [starts, others] = await Promise.all(
    [results, same].map((key) => askStore<Array<string | null>>('HMGET', key, ...near)),
  )
  const read = near.flatMap((chunk, at) => {
    // Lines further down may be the same as one of these: they expire by themselves.
    if (others?.[at]) return []
    const own = (starts?.[at] ?? '').split(' ').filter(Boolean).map(Number)
    const { first, lines } = table[chunk] as Chunk
    return own.filter((_, slice) => first + (own[slice + 1] ?? lines) <= after).map((from) => details(chunk, from))
  })
  if (read.length > 0) await askStore('UNLINK', ...read)
}
