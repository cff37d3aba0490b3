import { type Quota, unlimitedRemaining } from '@/server/access/admission'
import { secondsUntil } from '@/server/access/calendar'
import { invalidApiKey } from '@/server/access/refusals'
import type { CallRecord } from '@/server/observability/call-record'
import { apiSecurityHeaders } from '@/server/security-headers'
import type { Metering } from '@/server/trpc/context'

/** Headers as alternating names (in lower case) and values, the form that is cheapest to join and to write. */
export type HeaderList = readonly string[]

/** Returns the same headers as pairs of name and value. */
export function pairs(headers: HeaderList): Array<[name: string, value: string]> {
  return Array.from({ length: headers.length / 2 }, (_, index) => [
    headers[2 * index] ?? '',
    headers[2 * index + 1] ?? '',
  ])
}

let constant: HeaderList | undefined

/**
 * Returns the headers of every answer under `/api`: those that never change, the call's id, and where its time went
 * (`Server-Timing`, milliseconds).
 * @see https://www.w3.org/TR/server-timing/
 */
export function apiHeaders({ requestId, storeMs, upstreamMs, durationMs }: CallRecord): HeaderList {
  constant ??= ['x-api-version', '1', 'cache-control', 'no-store', ...Object.entries(apiSecurityHeaders()).flat()]
  const store = storeMs === null ? '' : `store;dur=${storeMs.toFixed(2)}, `
  const upstream = upstreamMs === null ? '' : `upstream;dur=${upstreamMs.toFixed(2)}, `
  const timing = `${store}${upstream}total;dur=${durationMs.toFixed(2)}`
  return [...constant, 'x-request-id', requestId, 'server-timing', timing]
}

/** Returns the quota headers that follow from metering; none if the call never reached admission. */
export function quotaHeaders({ admission, quota }: Metering): HeaderList {
  return admission && quota ? rateLimitHeaders(quota, Date.now()) : []
}

/**
 * Returns the quota of a call as headers: the `X-RateLimit-*` family, and the pair of the IETF draft "RateLimit header fields
 * for HTTP" (draft-ietf-httpapi-ratelimit-headers-10). All times are in seconds: `X-RateLimit-Reset` since the epoch, `t` and
 * `w` as durations.
 */
export function rateLimitHeaders(quota: Quota, nowMs: number): HeaderList {
  const { policy, limit, remaining, resetSeconds, windowSeconds } = quota
  if (quota.policy === 'test') return testing
  if (limit === null || remaining === null || resetSeconds === null) {
    return unlimited
  }
  const leftSeconds = secondsUntil(resetSeconds, nowMs)
  return [
    ...['x-ratelimit-limit', String(limit)],
    ...['x-ratelimit-remaining', String(remaining)],
    ...['x-ratelimit-reset', String(resetSeconds)],
    ...['ratelimit-policy', `"${policy}";q=${limit};w=${windowSeconds}`],
    ...['ratelimit', `"${policy}";r=${remaining};t=${leftSeconds}`],
  ]
}

const withoutLimit = (policy: string): HeaderList => [
  ...['x-ratelimit-limit', 'unlimited'],
  ...['x-ratelimit-remaining', String(unlimitedRemaining)],
  ...['ratelimit-policy', `"${policy}";q=${unlimitedRemaining}`],
  ...['ratelimit', `"${policy}";r=${unlimitedRemaining}`],
]

const unlimited = withoutLimit('unlimited')

/** The headers for a test key: the answer is from the sample and was not counted. */
const testing: HeaderList = ['x-api-key-type', 'test', ...withoutLimit('test')]

/**
 * Reads the API key of a call from `X-API-Key`, otherwise from `Authorization: Bearer`; null if neither was sent.
 * @param header reads a header by its name in lower case; null if it was not sent.
 * @throws PinrefError `invalid_api_key` for another scheme, or a scheme without a key.
 */
export function readApiKey(header: (name: string) => string | null): string | null {
  const named = header('x-api-key')
  if (named !== null) return named.trim()
  const authorization = header('authorization')
  if (authorization === null) return null
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
  if (!token) throw invalidApiKey()
  return token
}
