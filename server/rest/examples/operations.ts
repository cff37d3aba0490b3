import { type BatchState, batchEvent } from '@/server/batches/batch'
import { rowOf } from '@/server/batches/row'
import { bodyOf, type CallbackEvent } from '@/server/callbacks/delivery'
import { env } from '@/server/env'
import { featureIdOf } from '@/server/identifiers/feature-id'
import { convert } from '@/server/listings/convert'
import { assembleListing } from '@/server/listings/listing'
import { search } from '@/server/listings/search'
import type { Listing } from '@/server/listings/shapes'
import { sampleSource } from '@/server/sources/sample/sample-source'
import type { Lookup } from '@/server/upstream/lookup'
import { examplePlaceId } from './links'

/** The lookup for our own examples: no caller waits for it, and the sample answers it. */
export const ofExamples: Lookup = { caller: 'examples', signal: AbortSignal.abort(), noteAsked: () => {} }

/** Returns a real listing of the sample, with all its fields. */
export async function exampleListing(): Promise<Listing> {
  const featureId = featureIdOf(examplePlaceId)
  const details = featureId && (await sampleSource.details({ cid: featureId.cid, placeId: examplePlaceId }, ofExamples))
  if (!details) throw new Error('The example listing is not in the sample.')
  return assembleListing({ cid: featureId.cid, placeId: examplePlaceId, kgId: null, title: null }, details, env())
}

/** Returns the `rate_limit` of a visitor's first call of a day. */
export function exampleRateLimit() {
  const limit = env().FREE_DAILY_QUOTA
  return { authenticated: false, limit: String(limit), remaining: Math.max(0, limit - 1) }
}

/** Returns example calls of the lookups with their real answers on the sample listings, by the id of the operation. */
export async function lookupExamples() {
  const listing = await exampleListing()
  const link = { url: `https://maps.google.com/?cid=${listing.cid}` }
  const wanted = { name: 'trevi', country: 'IT' }
  const cid = { cid: listing.hex_cid }
  const resolved = { ...listing, rate_limit: exampleRateLimit() }
  const found = { results: await search(wanted, sampleSource, ofExamples) }
  const converted = convert(cid.cid, env())
  const items = [
    { operation: 'resolve', ...link },
    { operation: 'search', ...wanted },
    { operation: 'convert', ...cid },
  ]
  const results = [resolved, found, converted].map((result) => ({ status: 200, result }))
  return {
    resolve: { body: link, answer: resolved },
    search: { body: wanted, answer: found },
    convert: { body: cid, answer: converted },
    batch: { body: { items }, answer: { results } },
  }
}

/** Returns examples for the operations that take or return the lines of a batch; the others need only their address. */
export function batchExamples({ cid, place_id }: Pick<Listing, 'cid' | 'place_id'>) {
  const lines = [place_id ?? '', 'no link']
  const [good = '', bad = ''] = lines
  const name = 'Berlin branches'
  const known = { columns: [], sameAs: null, details: null }
  const why = 'A name is looked up only with details "full": Google bills every search.'
  const rows = [
    rowOf({ ...known, line: 0, item: good, result: ['resolve', cid, place_id, null, 'unchecked', null] }),
    rowOf({ ...known, line: 1, item: bad, result: ['problem', 'invalid_request', why, null, null] }),
  ]
  return {
    'batches-make': { body: { name, details: 'none', lines } },
    'batches-rename': { body: { name } },
    'batches-putPart': { body: { lines } },
    'batches-results': { answer: { results: rows, next: null } },
  }
}

/** Example bodies of the operations that create and change API keys. */
export const keyExamples = {
  'keys-create': { body: { name: 'Customer 4711', operations: ['resolve', 'search'] } },
  'keys-update': { body: { name: 'Customer 4711, EU' } },
}

/** The body of a request that adds or changes an endpoint. */
export const exampleEndpoint = { url: 'https://example.com/pinref' }

/** Returns an example of an event that callbacks bring: the body as it is posted, parsed. */
export function eventExample(type: CallbackEvent['type']): object {
  const id = 'batch_4fQ0zL2mXb7K9aRt'
  const state = type.slice('batch.'.length) as BatchState
  const isWaiting = state === 'waiting'
  const reason = isWaiting ? 'quota' : state === 'failed' ? 'defect' : null
  const counts = { lines: 12_000, found: isWaiting ? 4_200 : 11_862, failed: 97, unreadable: 41 }
  const until = isWaiting ? Date.UTC(2026, 11, 1) : 0
  const event: CallbackEvent | null =
    type === 'callback.test'
      ? { id: 'msg_test_4fQ0zL2mXb7K', type, data: {} }
      : batchEvent({ id, name: 'Berlin branches', run: 1, state, reason, until, ...counts })
  if (event === null) throw new Error(`${type} is no event.`)
  return JSON.parse(bodyOf(event, Date.UTC(2026, 10, 22, 9, 30)))
}
