import { exampleListing, exampleRateLimit, ofExamples } from '@/components/samples/example-listing'
import { type ApiRequest, curlSample, keyPlaceholder, requestSamples } from '@/components/samples/request-samples'
import { type Quota, unlimitedRemaining } from '@/server/access/admission'
import { firstPlan } from '@/server/access/plans'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { readReference } from '@/server/links/read-reference'
import { convert } from '@/server/listings/convert'
import { search } from '@/server/listings/search'
import { problemOf } from '@/server/problem'
import { pairs, rateLimitHeaders } from '@/server/rest/headers'
import { sampleSource } from '@/server/sources/sample/sample-source'
import type { Sample } from './sample'

/** Calls of the API with their real answers on the sample listings. */
export async function requestSamplesOfDocs() {
  const listing = await exampleListing()
  const link = { url: `https://maps.google.com/?cid=${listing.cid}` }
  const wanted = { name: 'trevi', country: 'IT' }
  const results = await search(wanted, sampleSource, ofExamples)
  const withKey = { ...listing, rate_limit: keyRateLimit() }
  const items = [
    { operation: 'resolve', ...link },
    { operation: 'search', ...wanted },
    { operation: 'convert', cid: listing.hex_cid },
  ]
  const answered = [{ ...listing, rate_limit: exampleRateLimit() }, { results }, convert(listing.hex_cid, env())]
  return {
    resolve: inAll('Look up a listing', '/api/resolve', link, { ...listing, rate_limit: exampleRateLimit() }),
    batch: inAll(
      'Several in one call',
      '/api/batch',
      { items },
      {
        results: answered.map((result) => ({ status: 200, result })),
      },
    ),
    search: inAll('Find listings by name', '/api/search', wanted, { results }),
    convert: inAll('Convert a CID', '/api/convert', { cid: listing.hex_cid }, convert(listing.hex_cid, env())),
    withKey: inAll('Look up with a key', '/api/resolve', link, withKey, keyPlaceholder),
    bearer: inCurl(bearer(link), 'Look up with a bearer token', withKey),
    problem: problem(),
    quotaHeaders: quotaHeaders(listing.cid),
  } satisfies Record<string, Sample>
}

function inAll(
  title: string,
  path: ApiRequest['path'],
  body: ApiRequest['body'],
  answer: object,
  key: string | null = null,
): Sample {
  return { title, codes: requestSamples({ base: env().APP_URL, path, body, key }), prints: pretty(answer) }
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

/** The curl sample with the key as a bearer token. */
function bearer(body: ApiRequest['body']): string {
  const curl = curlSample({ base: env().APP_URL, path: '/api/resolve', body, key: keyPlaceholder })
  return curl.replace('X-API-Key: ', 'Authorization: Bearer ')
}

/** A link that names no listing, and the answer to it. */
function problem(): Sample {
  const body = { url: 'https://www.google.com/maps/@41.9009,12.4833,17z' }
  const curl = curlSample({ base: env().APP_URL, path: '/api/resolve', body, key: null })
  return inCurl(curl, 'A call that fails', problemOf(refusalOf(body.url), exampleRequestId))
}

const exampleRequestId = '1b7f9e0c-5d1c-4b67-9a3e-2f8f6f0f4c11'

function refusalOf(url: string): PinrefError {
  try {
    readReference(url)
  } catch (error) {
    if (error instanceof PinrefError) return error
  }
  throw new Error('The example of a failure does not fail.')
}

/** The headers of an answer that tell about the quota. */
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
