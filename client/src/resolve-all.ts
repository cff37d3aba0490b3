import type { BatchItem, BatchResults, Listing } from './answers.js'
import { type CallOptions, call, problemError, type Server } from './call.js'
import { PinrefError } from './errors.js'
import { retryWaitMs, sleep } from './retry.js'

/** How much to look up: see `details` of `/resolve`. */
export type Details = 'none' | 'checked' | 'full'

/** One text of many and what came of it. */
export type Resolved =
  | { input: string; listing: Listing; error: null }
  | { input: string; listing: null; error: PinrefError }

/** As many items as one call takes, and as many characters of them, each of which can take six bytes. */
const mostItems = 100
const mostCharacters = 80_000

/** Longer texts are refused by the API, at any length. */
const longestSent = 2_200

/** Sends items as one batch. @returns one result for each, in their order. */
export async function callBatch(
  server: Server,
  items: readonly BatchItem[],
  options: CallOptions,
): Promise<BatchResults['results']> {
  const { results } = await call<BatchResults>(server, { method: 'POST', path: '/batch', body: { items } }, options)
  return results
}

/** Looks texts up, up to 100 in a call, and answers them in their order. Texts are taken as they come. */
export async function* resolveAll(
  server: Server,
  texts: Iterable<string> | AsyncIterable<string>,
  { details, ...options }: CallOptions & { details?: Details },
): AsyncGenerator<Resolved, void, undefined> {
  let chunk: string[] = []
  let characters = 0
  for await (const text of texts) {
    const length = Math.min(text.length, longestSent)
    if (chunk.length === mostItems || characters + length > mostCharacters) {
      yield* await resolveChunk(server, chunk, details, options)
      chunk = []
      characters = 0
    }
    chunk.push(text)
    characters += length
  }
  if (chunk.length > 0) yield* await resolveChunk(server, chunk, details, options)
}

/** Looks up to 100 texts up in one call; those whose failure may pass are looked up again. */
async function resolveChunk(
  server: Server,
  texts: readonly string[],
  details: Details | undefined,
  options: CallOptions,
): Promise<Resolved[]> {
  const answers: Resolved[] = []
  let open = [...texts.keys()]
  for (let attempt = 0; open.length > 0; attempt += 1) {
    const items = open.map((index) => itemOf(texts[index] ?? '', details))
    const results = await callBatch(server, items, options)
    const again: number[] = []
    let waitMs = 0
    for (const [at, index] of open.entries()) {
      const answer = resolved(texts[index] ?? '', results[at])
      const wait = answer.error && retryWaitMs(answer.error, attempt, server.maxRetries)
      if (wait === null) answers[index] = answer
      else {
        again.push(index)
        waitMs = Math.max(waitMs, wait)
      }
    }
    open = again
    if (open.length > 0) await sleep(waitMs, options.signal)
  }
  return answers
}

const itemOf = (text: string, details: Details | undefined): BatchItem => ({
  operation: 'resolve',
  url: text.trim().slice(0, longestSent),
  ...(details && { details }),
})

/** When lines that came too fast are taken again; a line does not say so itself. */
const burstSeconds = 10

function resolved(input: string, result: BatchResults['results'][number] | undefined): Resolved {
  if (!result) throw new PinrefError('unexpected_answer', 'The answer has fewer results than items were sent.')
  if ('problem' in result) {
    const waitSeconds = result.problem.code === 'too_many_requests' ? burstSeconds : null
    return { input, listing: null, error: problemError(result.problem, waitSeconds) }
  }
  return { input, listing: result.result as Listing, error: null }
}
