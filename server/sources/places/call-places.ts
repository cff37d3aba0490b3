import type { Lookup } from '@/server/upstream/lookup'
import type { Sku, SpendingLimits } from '@/server/upstream/spending'
import { exchange, parseObject } from './exchange'
import { type NoSuchPlace, readRefusal } from './refusal'

export interface PlacesSettings extends SpendingLimits {
  /** `https://places.googleapis.com` or a stand-in, without a trailing slash. */
  url: string
  apiKey: string
}

export interface PlacesCall {
  /** The path after the version, e.g. `places/ChIJ…`. */
  path: string
  /** Fields separated by commas, without spaces; Text Search wants each with the prefix `places.`. */
  mask: string
  /** What the call is billed as, which follows from the mask. */
  sku: Sku
  /** Makes it a POST. */
  body?: object
}

/** A JSON object, not validated yet, or why there is no such place. */
export type PlacesAnswer = { object: object } | { none: NoSuchPlace }

/**
 * Makes one call to Places API (New).
 * @throws UpstreamFailure; the signal's reason if it aborts.
 */
export async function callPlaces(
  { path, mask, sku, body }: PlacesCall,
  { url, apiKey, ...limits }: PlacesSettings,
  lookup: Lookup,
): Promise<PlacesAnswer> {
  const request = {
    address: `${url}/v1/${path}`,
    headers: { 'x-goog-api-key': apiKey, 'x-goog-fieldmask': mask },
    ...(body && { body: JSON.stringify(body) }),
    sku,
  }
  const { status, text } = await exchange(request, limits, lookup)
  return status === 200 ? { object: parseObject(text) } : { none: readRefusal(status, text) }
}
