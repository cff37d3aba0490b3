import type { Deprecation } from '@/server/entrances/trpc/entrance'
import type { Context, Metering } from '@/server/entrances/trpc/init'
import { type Quota, unlimitedRemaining } from '@/server/metering/access/admission'
import { secondsUntil } from '@/server/metering/access/calendar'
import type { Limit } from '@/server/metering/access/limits'
import { invalidApiKey } from '@/server/metering/access/refusals'
import type { CallRecord } from '@/server/platform/observability/call-record'
import type { PinrefError } from '@/server/platform/problems/errors'
import { apiSecurityHeaders } from '@/server/platform/runtime/security-headers'
import { env } from '@/server/platform/settings/env'

/** Headers as alternating names (in lowercase) and values, which is the cheapest form to join and write. */
export type HeaderList = readonly string[]

/** Returns the same headers as name-value pairs. */
export function pairs(headers: HeaderList): Array<[name: string, value: string]> {
  return Array.from({ length: headers.length / 2 }, (_, index) => [
    headers[2 * index] ?? '',
    headers[2 * index + 1] ?? '',
  ])
}

let constant: HeaderList | undefined

/**
 * Returns the headers of every response under `/api`: constant headers, the call's id, and the breakdown of the call's
 * duration (`Server-Timing`, in milliseconds).
 * @see https://www.w3.org/TR/server-timing/
 */
export function apiHeaders({ requestId, storeMs, upstreamMs, durationMs }: CallRecord): HeaderList {
  constant ??= ['x-api-version', '1', 'cache-control', 'no-store', ...Object.entries(apiSecurityHeaders()).flat()]
  const store = storeMs === null ? '' : `store;dur=${storeMs.toFixed(2)}, `
  const upstream = upstreamMs === null ? '' : `upstream;dur=${upstreamMs.toFixed(2)}, `
  const timing = `${store}${upstream}total;dur=${durationMs.toFixed(2)}`
  return [...constant, 'x-request-id', requestId, 'server-timing', timing]
}

/**
 * Returns the quota headers based on metering; none if the call never reached admission.
 * @param error the error that the call failed with. If the call exceeded a burst limit, that limit is added.
 */
export function quotaHeaders({ admission, quota }: Metering, error?: PinrefError): HeaderList {
  return admission && quota ? rateLimitHeaders(quota, Date.now(), error?.burst) : []
}

/**
 * Returns a call's quota as headers: the `X-RateLimit-*` family, and the pair from the IETF draft "RateLimit header
 * fields for HTTP" (draft-ietf-httpapi-ratelimit-headers-10). All times are in seconds: `X-RateLimit-Reset` is the time
 * since the epoch; `t` and `w` are durations.
 * @param burst the burst limit that the call exceeded. The pair then includes this limit with no calls left.
 */
export function rateLimitHeaders(quota: Quota, nowMs: number, burst?: Limit): HeaderList {
  if (burst) {
    const { max, windowSeconds } = burst
    return [
      ...limitHeaders(quota),
      ...['ratelimit-policy', `${policyOf(quota)}, "burst";q=${max};w=${windowSeconds}`],
      ...['ratelimit', `${stateOf(quota, nowMs)}, "burst";r=0;t=${windowSeconds}`],
    ]
  }
  if (quota.limit === null) return quota.policy === 'test' ? testing : unlimited
  return [...limitHeaders(quota), 'ratelimit-policy', policyOf(quota), 'ratelimit', stateOf(quota, nowMs)]
}

function limitHeaders({ policy, limit, remaining, resetSeconds }: Quota): HeaderList {
  return [
    ...(policy === 'test' ? ['x-api-key-type', 'test'] : []),
    ...['x-ratelimit-limit', limit === null ? 'unlimited' : String(limit)],
    ...['x-ratelimit-remaining', String(remaining ?? unlimitedRemaining)],
    ...(resetSeconds === null ? [] : ['x-ratelimit-reset', String(resetSeconds)]),
  ]
}

/** A quota's name in the draft's pair of headers. */
const nameOf = ({ policy, limit }: Quota) => (limit === null && policy !== 'test' ? 'unlimited' : policy)

function policyOf(quota: Quota): string {
  const { limit, windowSeconds } = quota
  return `"${nameOf(quota)}";q=${limit ?? unlimitedRemaining}${windowSeconds === null ? '' : `;w=${windowSeconds}`}`
}

function stateOf(quota: Quota, nowMs: number): string {
  const { remaining, resetSeconds } = quota
  const time = resetSeconds === null ? '' : `;t=${secondsUntil(resetSeconds, nowMs)}`
  return `"${nameOf(quota)}";r=${remaining ?? unlimitedRemaining}${time}`
}

const headersWithoutLimit = (policy: Quota['policy']): HeaderList => {
  const quota = { authenticated: true, policy, limit: null, remaining: null, resetSeconds: null, windowSeconds: null }
  return [...limitHeaders(quota), 'ratelimit-policy', policyOf(quota), 'ratelimit', stateOf(quota, 0)]
}

const unlimited = headersWithoutLimit('monthly')

/** The headers for a test key: the response is sample data and was not counted. */
const testing = headersWithoutLimit('test')

/**
 * Returns the headers for a deprecated operation's responses; none for other operations. `Deprecation` (RFC 9745) is
 * when the operation was deprecated, as a structured-field date; `Sunset` (RFC 8594) is when it will be removed, as an
 * HTTP date.
 */
export function deprecationHeaders(deprecation: Deprecation | undefined): HeaderList {
  if (!deprecation) return []
  const { since, sunset, page } = deprecation
  const link = `<${env().APP_URL}${page}>`
  return [
    ...['deprecation', `@${Date.parse(since) / 1000}`],
    ...['sunset', new Date(sunset).toUTCString()],
    ...['link', `${link}; rel="deprecation"; type="text/html", ${link}; rel="sunset"; type="text/html"`],
  ]
}

/**
 * Reads a call's API key from `X-API-Key`, otherwise from `Authorization: Bearer`; null if neither was sent. An empty
 * `X-API-Key`, as programs with an unset variable send it, is no key.
 * @param call reads a header by its lowercase name; null if the header was not sent.
 * @throws PinrefError `invalid_api_key` for another scheme or a scheme without a key.
 */
export function readApiKey(call: Pick<Context['call'], 'header'>): string | null {
  const named = call.header('x-api-key')?.trim()
  if (named) return named
  const authorization = call.header('authorization')
  if (authorization === null) return null
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
  if (!token) throw invalidApiKey()
  return token
}
