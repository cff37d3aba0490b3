import type { BatchItem, BatchResults, Conversion, Listing, LookupOptions, SearchResults } from './answers.js'
import { type CallOptions, call, problemError, type Server } from './call.js'
import { PinrefError } from './errors.js'
import { isForRateLimit, retryWaitMs, sleep } from './retry.js'

/** How much to look up: see `details` of `/resolve`. */
export type Details = NonNullable<LookupOptions['details']>

/** A string and its result. */
export type Resolved =
  | { input: string; listing: Listing; error: null }
  | { input: string; listing: null; error: PinrefError }

/** The maximum number of items in one call, and their maximum total length. A character can take six bytes. */
const maxItems = 100
const maxCharacters = 80_000

/** How much of a string is sent. The API rejects any text of this length, so the rest doesn't matter. */
const longestSent = 2_200

/** The result type for a batch item. */
export type AnswerTo<Item extends BatchItem> = Item extends { operation: 'resolve' }
  ? Listing
  : Item extends { operation: 'search' }
    ? SearchResults
    : Conversion

/** An item's result or error: narrow it on `ok` and, for a list of mixed items, on `operation`. */
export type ItemResult<Item extends BatchItem> = Item extends BatchItem
  ?
      | { operation: Item['operation']; ok: true; result: AnswerTo<Item>; error: null }
      | { operation: Item['operation']; ok: false; result: null; error: PinrefError }
  : never

export type ItemResults<Items extends readonly BatchItem[]> = {
  -readonly [Index in keyof Items]: ItemResult<Items[Index]>
}

/** Sends items as one batch. @returns one result for each, in order. */
export async function callBatch<Items extends readonly BatchItem[]>(
  server: Server,
  items: Items,
  options?: CallOptions,
): Promise<ItemResults<Items>> {
  const answer = await call<BatchResults>(server, { method: 'POST', path: '/batch', body: { items } }, options)
  const outcomes = answer.results.map((item) => ({
    operation: item.operation,
    ok: item.ok,
    result: item.ok ? item.result : null,
    error: item.ok ? null : problemError(item.problem),
  }))
  return outcomes as ItemResults<Items>
}

/** Looks up inputs, up to 100 per call, and yields results in order. Reads inputs as needed. */
export async function* resolveAll(
  server: Server,
  texts: Iterable<string> | AsyncIterable<string>,
  { signal, ...options }: CallOptions & LookupOptions,
): AsyncGenerator<Resolved, void, undefined> {
  let chunk: string[] = []
  let characters = 0
  for await (const text of texts) {
    const length = Math.min(text.length, longestSent)
    if (chunk.length === maxItems || characters + length > maxCharacters) {
      yield* await resolveChunk(server, chunk, options, signal)
      chunk = []
      characters = 0
    }
    chunk.push(text)
    characters += length
  }
  if (chunk.length > 0) yield* await resolveChunk(server, chunk, options, signal)
}

/** Looks up at most 100 inputs in one call, then retries the lookups that failed temporarily. */
async function resolveChunk(
  server: Server,
  texts: readonly string[],
  options: LookupOptions,
  signal: AbortSignal | undefined,
): Promise<Resolved[]> {
  const outcomes: Resolved[] = []
  let open = [...texts.keys()]
  for (let attempt = 0; open.length > 0; ) {
    const items = open.map((index) => itemOf(texts[index] ?? '', options))
    const results = await callBatch(server, items, { signal })
    const again: number[] = []
    let waitMs = 0
    let isPaced = true
    for (const [at, index] of open.entries()) {
      const outcome = resolved(texts[index] ?? '', results[at])
      const wait = outcome.error && retryWaitMs(outcome.error, attempt, server)
      if (wait === null) outcomes[index] = outcome
      else {
        again.push(index)
        waitMs = Math.max(waitMs, wait)
        isPaced &&= isForRateLimit(outcome.error as PinrefError, server)
      }
    }
    open = again
    if (open.length === 0) break
    if (isPaced) server.onRateLimit?.(waitMs)
    else attempt += 1
    await sleep(waitMs, signal)
  }
  return outcomes
}

const itemOf = (text: string, options: LookupOptions) => ({
  operation: 'resolve' as const,
  url: text.trim().slice(0, longestSent),
  ...options,
})

function resolved(input: string, item: ItemResult<ReturnType<typeof itemOf>> | undefined): Resolved {
  if (!item) throw new PinrefError('unexpected_answer', 'The response has too few results.')
  return { input, listing: item.result, error: item.error } as Resolved
}
