import * as z from 'zod'
import { type Cid, decimalCid } from '@/server/places/identifiers/cid'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import type { Lookup } from '@/server/places/upstream/lookup'
import type { SpendingLimits } from '@/server/places/upstream/spending'
import { exchange, type GoogleAnswer, parseObject } from './exchange'
import type { CidAnswer } from './place-id-finder'

export interface LegacySettings extends SpendingLimits {
  /** `https://maps.googleapis.com` or a stand-in, without a trailing slash. */
  legacyUrl: string
  apiKey: string
}

/** `PlacesDetailsStatus` in Google's OpenAPI description. */
const answer = z.object({
  status: z.enum([
    'OK',
    'ZERO_RESULTS',
    'NOT_FOUND',
    'INVALID_REQUEST',
    'OVER_QUERY_LIMIT',
    'REQUEST_DENIED',
    'UNKNOWN_ERROR',
  ]),
  error_message: z.string().catch(''),
  result: z.object({ place_id: z.string().catch('') }).catch({ place_id: '' }),
})

/**
 * Requests the place id for a CID from Places API (Legacy). The `cid` parameter is not documented, but public code used
 * it from 2017 to 2026. With `place_id` as the only field, the call has the SKU that Google offers for refreshing place
 * ids, at no charge.
 *
 * New projects cannot enable this API, and a key may be restricted to the new API. Both cases result in
 * `none: 'method'`.
 * @throws UpstreamFailure; the signal's reason if it aborts.
 */
export async function callLegacyPlaces(
  cid: Cid,
  { legacyUrl, apiKey, ...limits }: LegacySettings,
  lookup: Lookup,
): Promise<CidAnswer> {
  const query = new URLSearchParams({ cid: decimalCid(cid), fields: 'place_id', key: apiKey })
  const address = `${legacyUrl}/maps/api/place/details/json?${query}`
  return readLegacyAnswer(await exchange({ address, sku: 'legacy_ids' }, limits, lookup))
}

/**
 * Parses a response. The HTTP status is always 200, with the actual status in the body. Any other HTTP status comes
 * from a proxy or means that the API no longer exists.
 */
export function readLegacyAnswer({ status: httpStatus, text }: Omit<GoogleAnswer, 'retryAfterSeconds'>): CidAnswer {
  if (httpStatus === 429) throw failed('quota_minute', `HTTP ${httpStatus}`)
  if (httpStatus >= 500) throw failed('server_error', `HTTP ${httpStatus}`)
  if (httpStatus >= 400) return { none: 'method' }
  if (httpStatus !== 200) throw failed('bad_answer', `HTTP ${httpStatus}`)
  const read = answer.safeParse(parseObject(text))
  if (!read.success) throw new UpstreamFailure('wrong_answer', read.error)
  const { status, error_message, result } = read.data
  switch (status) {
    case 'OK':
      return { id: result.place_id }
    case 'NOT_FOUND':
    case 'ZERO_RESULTS':
      return { none: 'listing' }
    case 'REQUEST_DENIED':
    case 'INVALID_REQUEST':
      return { none: 'method' }
    case 'OVER_QUERY_LIMIT':
      // The period is unknown; most such limits are daily or caused by an unpaid bill.
      throw failed('quota_day', `${status} ${error_message}`)
    case 'UNKNOWN_ERROR':
      throw failed('server_error', `${status} ${error_message}`)
  }
}

const failed = (kind: ConstructorParameters<typeof UpstreamFailure>[0], problem: string) =>
  new UpstreamFailure(kind, new Error(`Google returned ${problem}`))
