import { setMaxListeners } from 'node:events'
import type { RowLookup } from '@/server/features/lists/row-request'
import { bucketOf, type RowBucket } from '@/server/features/lists/row-state'
import type { Lookup } from '@/server/places/upstream/lookup'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'
import type { ErrorCode } from '@/server/platform/problems/errors'
import { createTurns } from '@/server/platform/runtime/event-loop-turns'
import type { Batch } from './batch'
import type { Details } from './batch-row'
import type { Chunk } from './batch-store'
import { batchKeys, readPacked } from './batch-store'
import { byChoice } from './chosen-rows'
import { type Item, nameOf, reasonOf, requestOfItem } from './item'
import { sideBySide } from './limits'
import { type LinesToLookUp, lookUpLines, lookUpRow, type RowJob, verdictOn } from './look-up'
import type { SameLines } from './prepare'
import { type Failed, type Found, failedBy, type NotSent, type Result, stateOf } from './stored-result'

/** A row's result, and the details that it has. */
interface Known {
  result: Result
  details: Details | null
}

/** A row to look up. */
interface Job extends RowJob {
  /** The row's index in the chunk. */
  index: number
}

/** Lines that a lane processes together, all from one chunk. */
export interface Slice {
  /** The number of the chunk. */
  number: number
  chunk: Chunk
  /** The first line's index in the chunk, and the index after the last line. */
  from: number
  to: number
  /** Rows that need no lookup, by index in the chunk: the row that they repeat, what they say, or why they fail. */
  known: Map<number, Known>
  /** Lines that need a lookup, in order. */
  jobs: Job[]
  /** How many later lines repeat a line, by the line's index in the chunk; lines without duplicates are omitted. */
  copies: Map<number, number>
}

/** The start of a slice, and the maximum number of lines in it. */
type SliceStart = Pick<Slice, 'number' | 'chunk' | 'from'> & { size: number }

/** The number of calls with this operation and outcome to count for the account. */
interface Calls {
  operation: RowLookup['operation']
  outcome: 'ok' | 'failed'
  calls: number
}

/** The outcome of a slice. */
export interface SliceEnd {
  /** The index, within the chunk, after the last line with a result. */
  to: number
  results: Result[]
  /** The details for each result; null if a result has none. */
  details: Array<Details | null>
  /** How many rows have a result, including duplicates, and in which buckets they are counted. */
  done: number
  buckets: Partial<Record<RowBucket, number>>
  calls: Calls[]
  /** The failed lookups among these calls, by the error's code. */
  failures: Partial<Record<ErrorCode, number>>
  /** Lookups that failed after an upstream was called. */
  failing: number
  /** How many seconds to wait before trying the other lines; null for no delay. */
  postponeSeconds: number | null
}

/**
 * Reads lines from a chunk and determines which ones to look up.
 * @param size the maximum number of lines.
 */
export async function readSlice(
  accountId: string,
  batch: Batch,
  { number, chunk, from, size }: SliceStart,
): Promise<Slice> {
  const { input, same } = batchKeys(accountId, batch.id)
  const [items, sameLines] = await Promise.all([
    readPacked<Item[]>(input, chunk.field),
    readPacked<SameLines>(same, String(number)),
  ])
  if (items === null) throw new Error(`the lines of chunk ${number} are missing`)
  const slice: Slice = {
    number,
    chunk,
    from,
    to: Math.min(from + size, chunk.lines),
    known: new Map(),
    jobs: [],
    copies: new Map(sameLines?.copies),
  }
  const sameAs = new Map(sameLines?.as)
  const yieldTurn = createTurns(accountId)
  for (let index = from; index < slice.to; index++) {
    const before = sameAs.get(index)
    const next = before === undefined ? planOf(items[index] ?? '', chunk.first + index, batch) : { sameAs: before }
    if ('lookup' in next) slice.jobs.push({ index, ...next })
    else slice.known.set(index, 'result' in next ? next : { result: next, details: null })
    await yieldTurn()
  }
  return slice
}

/** Returns what to look up for a row, or its result. @param row its number, from 0. */
function planOf(item: Item, row: number, batch: Batch): RowJob | Result | Known {
  const notALine = reasonOf(item, row, batch)
  if (notALine) return { notSent: notALine }
  const request = requestOfItem(item, batch, batch.columns)
  if ('notSent' in request) return request
  if ('fault' in request) return { code: 'invalid_request', detail: request.fault, cid: null, placeId: null }
  return byChoice({ ...request, name: nameOf(item, batch, batch.columns) }, batch)
}

/** Returns the outcome for a line that hung or killed its process: the line fails without being read again. */
export async function hungSlice(
  accountId: string,
  batch: Batch,
  { number, chunk, from }: SliceStart,
): Promise<{ slice: Slice; end: SliceEnd }> {
  const sameLines = await readPacked<SameLines>(batchKeys(accountId, batch.id).same, String(number))
  const to = from + 1
  const copies = new Map(sameLines?.copies)
  const sameAs = new Map(sameLines?.as).get(from)
  const slice: Slice = { number, chunk, from, to, copies, known: new Map(), jobs: [] }
  const failure: Failed = { code: 'internal_error', detail: hung, cid: null, placeId: null }
  const end: SliceEnd = {
    to,
    results: [sameAs === undefined ? failure : { sameAs }],
    details: [null],
    calls: [],
    failures: {},
    failing: 0,
    postponeSeconds: null,
    done: 0,
    buckets: {},
  }
  if (sameAs === undefined) count(end, failure, copies.get(from))
  return { slice, end }
}

const hung = 'This line could not be processed because of an error on our side. The line was not counted.'

/**
 * Looks up the first lines of a slice.
 * @param most the maximum number of lookups.
 */
export async function lookUpSlice(
  slice: Slice,
  most: number,
  batch: Batch,
  accountId: string,
  { stopping, latestMs }: Pick<LinesToLookUp<unknown>, 'stopping' | 'latestMs'>,
): Promise<SliceEnd> {
  const jobs = slice.jobs.slice(0, most)
  const withUpstream = new Set<number>()
  const options = readLookupOptions(batch)
  // When the process must end, lookups in progress still finish, because they may have cost money.
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  const lookupOf = (index: number): Lookup => ({
    caller: accountId,
    options,
    inBackground: true,
    signal,
    sampleOnly: batch.isTest,
    noteAsked: () => withUpstream.add(index),
  })
  const { answered, postponeSeconds } = await lookUpLines({
    count: jobs.length,
    sideBySide: sideBySide(batch.details),
    lookUp: (at) => lookUpRow(jobs[at] as Job, batch, lookupOf(at)),
    verdictOn,
    yieldTurn: createTurns(accountId),
    stopping,
    latestMs,
  })
  const end: SliceEnd = {
    to: slice.jobs[answered.length]?.index ?? slice.to,
    results: [],
    details: [],
    calls: [],
    failures: {},
    failing: 0,
    postponeSeconds,
    done: 0,
    buckets: {},
  }
  const answers = new Map<number, Known>()
  const calls = new Map<string, Calls>()
  for (const [at, answer] of answered.entries()) {
    const { index, lookup } = jobs[at] as Job
    const isFound = 'found' in answer
    answers.set(index, isFound ? answer.found : { result: failedBy(answer.problem), details: null })
    const operation = isFound ? answer.found.result.by : lookup.operation
    const outcome = isFound ? 'ok' : 'failed'
    const kind = calls.get(operation + outcome) ?? { operation, outcome, calls: 0 }
    calls.set(operation + outcome, { ...kind, calls: kind.calls + 1 })
    if (isFound) continue
    const { code } = answer.problem
    end.failures[code] = (end.failures[code] ?? 0) + 1
    if (withUpstream.has(at)) end.failing += 1
  }
  end.calls = [...calls.values()]
  for (let index = slice.from; index < end.to; index++) {
    const answer = answers.get(index) ?? slice.known.get(index)
    if (answer === undefined) throw new Error(`line ${index} of chunk ${slice.number} has no result`)
    const { result, details } = answer
    end.results.push(result)
    end.details.push(details)
    // A duplicate is counted with the line it repeats.
    if (!('sameAs' in result)) count(end, result, slice.copies.get(index))
  }
  return end
}

/** Counts a result, and the rows that repeat its row. */
function count(end: SliceEnd, result: Found | Failed | NotSent, copies = 0): void {
  const bucket = bucketOf({
    state: stateOf(result),
    reason: 'notSent' in result ? result.notSent : null,
    name_match: 'by' in result ? result.nameMatch : null,
  })
  end.done += 1 + copies
  // Headings and blank rows were counted when they were stored.
  if (bucket !== 'heading' && bucket !== 'blank') end.buckets[bucket] = (end.buckets[bucket] ?? 0) + 1 + copies
}
