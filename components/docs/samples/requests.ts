import {
  type ApiRequest,
  batchPlaceholder,
  callbackPlaceholder,
  curlSample,
  deliveryPlaceholder,
  keyIdPlaceholder,
  keyPlaceholder,
  requestSamples,
  watchlistPlaceholder,
} from '@/components/samples/request-samples'
import {
  batchExamples,
  exampleEndpoint,
  keyExamples,
  lookupExamples,
  watchlistExamples,
} from '@/server/entrances/rest/examples/operations'
import { exampleRequestId } from '@/server/entrances/rest/examples/problems'
import { pairs, rateLimitHeaders } from '@/server/entrances/rest/headers'
import type { FileFormat } from '@/server/features/batches/file-formats'
import type { Listing } from '@/server/features/listings/shapes'
import { type Quota, unlimitedRemaining } from '@/server/metering/access/admission'
import { firstPlan } from '@/server/metering/access/limits'
import { readReference } from '@/server/places/links/read-reference'
import { PinrefError } from '@/server/platform/problems/errors'
import { problemOf } from '@/server/platform/problems/problem'
import { env } from '@/server/platform/settings/env'
import type { Sample } from './sample'

/** Returns API calls with their real responses for the sample listings. */
export async function requestSamplesOfDocs() {
  const { resolve, search, convert, batch } = await lookupExamples()
  const withKey = { ...resolve.answer, rate_limit: keyRateLimit() }
  return {
    resolve: inAll('Look up a listing', '/api/resolve', resolve),
    batch: inAll('Several in one call', '/api/batch', batch),
    search: inAll('Find listings by name', '/api/search', search),
    convert: inAll('Convert a CID', '/api/convert', convert),
    withKey: inAll('Look up with a key', '/api/resolve', { ...resolve, answer: withKey }, keyPlaceholder),
    bearer: inCurl(bearer(resolve.body), 'Look up with a bearer token', withKey),
    problem: problem(),
    quotaHeaders: quotaHeaders(resolve.answer.cid),
  } satisfies Record<string, Sample>
}

function inAll(
  title: string,
  path: ApiRequest['path'],
  { body, answer }: { body: ApiRequest['body']; answer: object },
  key: string | null = null,
): Sample {
  const request = { base: env().APP_URL, path, body, key }
  return { title, codes: requestSamples(request), prints: pretty(answer), request }
}

const inCurl = (code: string, title: string, answer: object): Sample => ({
  title,
  codes: [{ language: 'curl', code }],
  prints: pretty(answer),
})

const pretty = (answer: object) => JSON.stringify(answer, null, 2)

const keyRateLimit = () => {
  const { monthlyQuota } = firstPlan()
  return monthlyQuota === null
    ? { authenticated: true, limit: 'unlimited', remaining: unlimitedRemaining }
    : { authenticated: true, limit: String(monthlyQuota), remaining: monthlyQuota - 1 }
}

/** Returns the curl sample with the key as a bearer token. */
function bearer(body: ApiRequest['body']): string {
  const curl = curlSample({ base: env().APP_URL, path: '/api/resolve', body, key: keyPlaceholder })
  return curl.replace('X-API-Key: ', 'Authorization: Bearer ')
}

/** Returns a call that fails, with its response. */
function problem(): Sample {
  const body = { url: 'https://www.google.com/maps/@41.9009,12.4833,17z' }
  const curl = curlSample({ base: env().APP_URL, path: '/api/resolve', body, key: null })
  return inCurl(curl, 'A call that fails', problemOf(refusalOf(body.url), exampleRequestId))
}

function refusalOf(url: string): PinrefError {
  try {
    readReference(url)
  } catch (error) {
    if (error instanceof PinrefError) return error
  }
  throw new Error('The example error did not occur.')
}

/** Returns a call that prints the quota headers of the response. */
function quotaHeaders(cid: string): Sample {
  const limit = env().FREE_DAILY_QUOTA
  const day = 86_400
  const resetSeconds = (Math.floor(Date.now() / 1000 / day) + 1) * day
  const remaining = Math.max(0, limit - 1)
  const quota: Quota = { authenticated: false, policy: 'daily', limit, remaining, resetSeconds, windowSeconds: day }
  const body = JSON.stringify({ cid })
  return {
    title: 'The quota in the headers',
    codes: [
      {
        language: 'curl',
        code: `curl -s -D - -o /dev/null ${env().APP_URL}/api/convert \\\n  -d '${body}' | grep -i ratelimit`,
      },
    ],
    prints: pairs(rateLimitHeaders(quota, Date.now()))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  }
}

/** A request to an operation that needs a key, with its response if it's the same each time. */
interface Example extends Pick<ApiRequest, 'path' | 'body'> {
  title: string
  method: NonNullable<ApiRequest['method']>
  answer?: object
}

const batches = '/api/batches'
const batch = `${batches}/${batchPlaceholder}` as const
const watchlists = '/api/watchlists'
const watchlist = `${watchlists}/${watchlistPlaceholder}` as const
const watchlistListings = `${watchlist}/listings` as const
const keys = '/api/keys'
const key = `${keys}/${keyIdPlaceholder}` as const
const callbacks = '/api/callbacks'
const callback = `${callbacks}/${callbackPlaceholder}` as const
const deliveries = '/api/deliveries'
const delivery = `${deliveries}/${deliveryPlaceholder}` as const

/**
 * Returns a call to every operation that needs a key, by operation id.
 * @param base this server's address.
 * @param listing the listing to look up.
 */
export function endpointSamples(base: string, listing: Pick<Listing, 'cid' | 'place_id'>) {
  const bodies = { ...batchExamples(listing), ...watchlistExamples() }
  const post = (title: string, step: string, of: `/api/${string}` = batch): Example => ({
    title,
    method: 'POST',
    path: `${of}/${step}`,
    body: null,
  })
  const file = (title: string, format: FileFormat): Example => ({
    title,
    method: 'GET',
    path: `${batch}/results.${format}`,
    body: null,
  })
  const examples = {
    'batches-create': { title: 'Create a batch', method: 'POST', path: batches, ...bodies['batches-create'] },
    'batches-list': { title: 'List batches', method: 'GET', path: batches, body: null },
    'batches-get': { title: 'Get a batch', method: 'GET', path: batch, body: null },
    'batches-update': { title: 'Rename a batch', method: 'PATCH', path: batch, ...bodies['batches-update'] },
    'batches-updatePart': {
      title: 'Send a part',
      method: 'PUT',
      path: `${batch}/parts/1`,
      ...bodies['batches-updatePart'],
    },
    'batches-start': post('Start a batch', 'start'),
    'batches-pause': post('Pause a batch', 'pause'),
    'batches-resume': post('Resume a batch', 'resume'),
    'batches-cancel': post('Cancel a batch', 'cancel'),
    'batches-repeat': { title: 'Repeat a batch', method: 'POST', path: `${batch}/repeat`, ...bodies['batches-repeat'] },
    'batches-listResults': {
      title: 'Fetch results',
      method: 'GET',
      path: `${batch}/results?after=0`,
      body: null,
      ...bodies['batches-listResults'],
    },
    'batches-getResultsCsv': file('Fetch results as CSV', 'csv'),
    'batches-getResultsJsonl': file('Fetch results as JSON Lines', 'jsonl'),
    'batches-delete': { title: 'Delete a batch', method: 'DELETE', path: batch, body: null },
    'watchlists-create': {
      title: 'Create a watchlist',
      method: 'POST',
      path: watchlists,
      ...bodies['watchlists-create'],
    },
    'watchlists-list': { title: 'List watchlists', method: 'GET', path: watchlists, body: null },
    'watchlists-get': { title: 'Get a watchlist', method: 'GET', path: watchlist, body: null },
    'watchlists-update': {
      title: 'Change a watchlist',
      method: 'PATCH',
      path: watchlist,
      ...bodies['watchlists-update'],
    },
    'watchlists-delete': { title: 'Delete a watchlist', method: 'DELETE', path: watchlist, body: null },
    'watchlists-createListings': {
      title: 'Add listings',
      method: 'POST',
      path: watchlistListings,
      ...bodies['watchlists-createListings'],
    },
    'watchlists-deleteListings': {
      title: 'Remove listings',
      method: 'DELETE',
      path: `${watchlistListings}?ids=${listing.cid}`,
      body: null,
    },
    'watchlists-listListings': { title: 'List watched listings', method: 'GET', path: watchlistListings, body: null },
    'watchlists-listEvents': {
      title: 'List events',
      method: 'GET',
      path: `${watchlist}/events`,
      body: null,
      ...bodies['watchlists-listEvents'],
    },
    'watchlists-check': post('Check all listings now', 'check', watchlist),
    'watchlists-pause': post('Pause a watchlist', 'pause', watchlist),
    'watchlists-resume': post('Resume a watchlist', 'resume', watchlist),
    'keys-list': { title: 'List API keys', method: 'GET', path: keys, body: null },
    'keys-create': { title: 'Create an API key', method: 'POST', path: keys, ...keyExamples['keys-create'] },
    'keys-get': { title: 'Get an API key', method: 'GET', path: key, body: null },
    'keys-update': { title: 'Change an API key', method: 'PATCH', path: key, ...keyExamples['keys-update'] },
    'keys-delete': { title: 'Delete an API key', method: 'DELETE', path: key, body: null },
    'callbacks-list': { title: 'List endpoints', method: 'GET', path: callbacks, body: null },
    'callbacks-create': { title: 'Create an endpoint', method: 'POST', path: callbacks, body: exampleEndpoint },
    'callbacks-get': { title: 'Get an endpoint', method: 'GET', path: callback, body: null },
    'callbacks-update': { title: 'Update an endpoint', method: 'PATCH', path: callback, body: exampleEndpoint },
    'callbacks-delete': { title: 'Delete an endpoint', method: 'DELETE', path: callback, body: null },
    'callbacks-test': post('Send a test event', 'test', callback),
    'callbacks-rotate': post('Rotate the signing secret', 'rotate', callback),
    'deliveries-list': { title: 'List deliveries', method: 'GET', path: `${deliveries}?state=failed`, body: null },
    'deliveries-get': { title: 'Get a delivery', method: 'GET', path: delivery, body: null },
    'deliveries-resend': post('Resend a delivery', 'resend', delivery),
    'errors-list': { title: 'List recent errors', method: 'GET', path: '/api/errors?limit=10', body: null },
    'usage-get': { title: 'Get monthly usage', method: 'GET', path: '/api/usage', body: null },
    'key-get': { title: 'See what a key can do', method: 'GET', path: '/api/key', body: null },
  } satisfies Record<string, Example>
  const sampleOf = ({ title, answer, ...call }: Example): Sample => {
    const request = { ...call, base, key: keyPlaceholder }
    return { title, codes: requestSamples(request), prints: answer ? JSON.stringify(answer, null, 2) : null, request }
  }
  type Id = keyof typeof examples
  return Object.fromEntries(Object.entries(examples).map(([id, example]) => [id, sampleOf(example)])) as Record<
    Id,
    Sample
  >
}
