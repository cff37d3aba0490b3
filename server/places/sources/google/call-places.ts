import { type FailureKind, UpstreamFailure } from '@/server/places/upstream/failure'
import type { Lookup } from '@/server/places/upstream/lookup'
import type { Sku, SpendingLimits } from '@/server/places/upstream/spending'
import { errorOf, exchange, isQuota, parseObject, quotaOf, readGoogleError } from './exchange'

export interface PlacesSettings extends SpendingLimits {
  /** `https://places.googleapis.com` or a stand-in, without a trailing slash. */
  url: string
  apiKey: string
}

export interface PlacesCall {
  /** The path after the version, e.g. `places/ChIJ…`. */
  path: string
  /** Comma-separated fields, without spaces. Text Search requires the prefix `places.` for each field. */
  mask: string
  /** The SKU that the call is billed under, which depends on the mask. */
  sku: Sku
  /** The language of names and addresses, from `readLanguage`; empty for Google's default. */
  language?: string
  /** The request body; makes the request a POST. */
  body?: object
}

/** A JSON object, not validated yet, or why there is no such place. */
export type PlacesAnswer = { object: object } | { none: NoSuchPlace }

/** Callers can choose from too many languages to store every rejected one. */
const maxRejected = 1_000

/**
 * Makes one call to Places API (New), or two if Google rejects the language.
 * @param rejected the languages that Google has rejected, which are not sent again.
 * @throws UpstreamFailure; the signal's reason if it aborts.
 */
export async function callPlaces(
  call: PlacesCall,
  settings: PlacesSettings,
  lookup: Lookup,
  rejected = new Set<string>(),
): Promise<PlacesAnswer> {
  const { path, mask, sku, body } = call
  const language = call.language && !rejected.has(call.language) ? call.language : ''
  const { url, apiKey, ...limits } = settings
  const languageCode = language ? { languageCode: language } : {}
  const request = {
    address: `${url}/v1/${path}${body || !language ? '' : `?${new URLSearchParams(languageCode)}`}`,
    headers: { 'x-goog-api-key': apiKey, 'x-goog-fieldmask': mask },
    ...(body && { body: JSON.stringify(Object.assign({}, body, languageCode)) }),
    sku,
  }
  const { status, text } = await exchange(request, limits, lookup)
  if (status === 200) return { object: parseObject(text) }
  try {
    return { none: readRefusal(status, text) }
  } catch (error) {
    // Google may reject a language, and does not document which ones. A caller's language must not look like a wrong
    // setting, which would stop the lookups of all callers.
    if (!language || !(error instanceof UpstreamFailure) || error.kind !== 'misconfigured') throw error
    const answer = await callPlaces({ ...call, language: '' }, settings, lookup)
    if (rejected.size < maxRejected) rejected.add(language)
    return answer
  }
}

/** Why Google has no place for a place id: the id is invalid, or no longer valid. */
export type NoSuchPlace = 'bad_id' | 'stale_id'

/**
 * Parses an error response from Places API (New). The body (`status`, `reason`) takes precedence over the HTTP status:
 * an exhausted quota may be a 403, a wrong key is a 400, and a stale place id may be a 400.
 * @param body the response text.
 * @throws UpstreamFailure for all errors that are not about the place.
 */
export function readRefusal(httpStatus: number, body: string): NoSuchPlace {
  const error = readGoogleError(body)
  const { status, message, reasons } = error
  const fail = (kind: FailureKind) => new UpstreamFailure(kind, errorOf(httpStatus, error))

  if (isQuota(httpStatus, error)) throw fail(quotaOf(error))
  if (httpStatus >= 500) throw fail('server_error')
  if (httpStatus < 400) throw fail('bad_answer')
  if ((httpStatus === 400 || httpStatus === 404) && reasons.length === 0) {
    if (/no longer valid/i.test(message) || status === 'NOT_FOUND') return 'stale_id'
    if (/^Not a valid Place ID/i.test(message)) return 'bad_id'
  }
  // The body is incomplete, so the cause is unknown.
  if (isCutShort(body)) throw fail('bad_answer')
  // The problem is the key, the project, the field mask, or a URL that is not Google's. None of these problems concern
  // the place.
  throw fail('misconfigured')
}

/** Whether a body starts like JSON but is not valid JSON. */
function isCutShort(body: string): boolean {
  if (!body.trimStart().startsWith('{')) return false
  try {
    JSON.parse(body)
    return false
  } catch {
    return true
  }
}
