import { exampleName } from '@/server/entrances/trpc/watchlists/inputs'
import { type BatchState, batchEvent } from '@/server/features/batches/batch'
import { rowOf } from '@/server/features/batches/batch-row'
import { bodyOf, type CallbackEvent } from '@/server/features/callbacks/delivery'
import { convert } from '@/server/features/listings/convert'
import { assembleListing } from '@/server/features/listings/listing'
import { search } from '@/server/features/listings/search'
import type { Listing } from '@/server/features/listings/shapes'
import type { Audit } from '@/server/features/lists/audit'
import { noRows } from '@/server/features/lists/row-state'
import { watchEvents } from '@/server/features/watchlists/events'
import type { StoredEvent } from '@/server/features/watchlists/listing'
import { decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import type { Lookup } from '@/server/places/upstream/lookup'
import { defaultLookupOptions } from '@/server/places/upstream/lookup-options'
import { env } from '@/server/platform/settings/env'
import { examplePlaceId, linkExamples } from './links'

/** The lookup for our own examples, which come from the sample data. No caller waits for this lookup. */
export const exampleLookup: Lookup = {
  caller: 'examples',
  options: defaultLookupOptions,
  signal: AbortSignal.abort(),
  noteAsked: () => {},
}

/** Returns a real listing from the sample data, with all of its fields. */
export async function exampleListing(): Promise<Listing> {
  const featureId = featureIdOf(examplePlaceId)
  const details =
    featureId && (await sampleSource.details({ cid: featureId.cid, placeId: examplePlaceId }, exampleLookup))
  if (!details) throw new Error('The example listing is not in the sample data.')
  return assembleListing({ cid: featureId.cid, placeId: examplePlaceId, kgId: null, title: null }, details, env())
}

/** Returns the `rate_limit` of a visitor's first call of the day. */
export function exampleRateLimit() {
  const limit = env().FREE_DAILY_QUOTA
  return { authenticated: false, limit: String(limit), remaining: Math.max(0, limit - 1) }
}

/** Returns example lookup calls with their real responses for the sample listings, by operation id. */
export async function lookupExamples() {
  const listing = await exampleListing()
  const link = { url: `https://maps.google.com/?cid=${listing.cid}` }
  const query = { name: 'trevi', country: 'IT' }
  const cid = { cid: listing.hex_cid }
  const resolved = { ...listing, rate_limit: exampleRateLimit() }
  const found = { results: await search(query, sampleSource, exampleLookup) }
  const converted = convert(cid.cid, env())
  const items = [
    { operation: 'resolve', ...link },
    { operation: 'search', ...query },
    { operation: 'convert', ...cid },
  ]
  const results = [resolved, found, converted].map((result, index) => {
    return { operation: items[index]?.operation, ok: true, status: 200, result }
  })
  return {
    resolve: { body: link, answer: resolved },
    search: { body: query, answer: found },
    convert: { body: cid, answer: converted },
    batch: { body: { items }, answer: { results } },
  }
}

/**
 * Returns examples for the operations that take or return batch lines; the other batch operations need only their path.
 */
export function batchExamples({ cid, place_id }: Pick<Listing, 'cid' | 'place_id'>) {
  const lines = [place_id ?? '', 'no link']
  const [good = '', bad = ''] = lines
  const name = 'Berlin branches'
  const common = { columns: [], duplicateOf: null, previousFindings: null, isOver: true, details: null }
  const why = 'Names require details "full", because Google bills every search.'
  const rows = [
    rowOf({
      ...common,
      index: 0,
      item: good,
      result: {
        by: 'resolve',
        cid,
        placeId: place_id,
        kgId: null,
        status: 'unchecked',
        movedFrom: null,
        nameMatch: null,
        businessStatus: null,
      },
    }),
    rowOf({
      ...common,
      index: 1,
      item: bad,
      result: { code: 'invalid_request', detail: why, cid: null, placeId: null },
    }),
  ]
  return {
    'batches-create': { body: { name, details: 'none', lines } },
    'batches-update': { body: { name } },
    'batches-repeat': { body: { details: 'full' } },
    'batches-updatePart': { body: { lines } },
    'batches-listResults': { answer: { results: rows, next: null } },
  }
}

/** Example bodies for the operations that create and change API keys. */
export const keyExamples = {
  'keys-create': { body: { name: 'Customer 4711', operations: ['resolve', 'search'] } },
  'keys-update': { body: { name: 'Customer 4711, EU' } },
}

/** Examples for the watchlist operations with a body and for the list of events. */
export const watchlistExamples = () => ({
  'watchlists-create': { body: { name: exampleName, period: 'weekly', digest: 'weekly' } },
  'watchlists-update': { body: { period: 'monthly' } },
  'watchlists-createListings': {
    body: {
      listings: [{ url: examplePlaceId, name: 'Café Anna', reference: 'berlin-01' }, linkExamples.cid_link.text],
    },
  },
  'watchlists-listEvents': { answer: { events: exampleEvents().data.events, next: null } },
})

/** A place id that the Trevi Fountain could have had. */
const formerPlaceId = 'ChIJ1UCDJ1NgLxMRFsJCrQ1W5H4'

/** Returns the callback event about a listing that moved. */
function exampleEvents() {
  const identifiers = (placeId: string): [string, string] => {
    const featureId = featureIdOf(placeId)
    return [featureId ? decimalCid(featureId.cid) : '', placeId]
  }
  const [now, former] = [identifiers(examplePlaceId), identifiers(formerPlaceId)]
  const event: StoredEvent = [
    ...(['listing.moved', exampleTime, former[0], 'berlin-01', now, former, null, 'Café Anna'] as const),
  ]
  return watchEvents({ id: 'watch_7hTz1qLw9XbN3cRk', name: exampleName }, [[`${exampleTime}-0`, JSON.stringify(event)]])
}

const exampleTime = Date.UTC(2026, 10, 24, 3, 12)

/** The body of a request that adds or changes an endpoint. */
export const exampleEndpoint = { url: 'https://example.com/pinref' }

const exampleAudit: Audit = {
  counts: {
    fine: 11_806,
    moved: 17,
    closed_permanently: 23,
    closed_temporarily: 4,
    not_found: 93,
    duplicate: 12,
    name_differs: 0,
    not_checked: 45,
  },
  closuresKnown: 11_955,
  changes: null,
}

/** Returns an example of a callback event: the posted body, parsed. */
export function eventExample(type: CallbackEvent['type']): object {
  const id = 'batch_4fQ0zL2mXb7K9aRt'
  const state = type.slice('batch.'.length) as BatchState
  const isWaiting = state === 'waiting'
  const reason = isWaiting ? 'quota' : state === 'failed' ? 'defect' : null
  const found = isWaiting ? 4_200 : 11_862
  const ofLines = { found, not_found: 93, failed: 4, unreadable: 41, waiting: isWaiting ? 7_662 : 0 }
  const counts = Object.assign({ ...noRows }, ofLines, { heading: 1 })
  const until = isWaiting ? Date.UTC(2026, 11, 1) : 0
  const own: Partial<Record<CallbackEvent['type'], CallbackEvent>> = {
    'callback.test': { id: 'msg_test_4fQ0zL2mXb7K', type, data: {} },
    'watch.events': exampleEvents(),
  }
  const common = { id, name: 'Berlin branches', run: 1, state, until, previous: null }
  const audit = state === 'finished' ? exampleAudit : null
  const event = own[type] ?? batchEvent({ ...common, reason, counts, duplicates: 12, audit })
  if (event === null) throw new Error(`No ${type} event.`)
  return JSON.parse(bodyOf(event, Date.UTC(2026, 10, 22, 9, 30)))
}
