import type { IncomingMessage } from 'node:http'
import { cidFromDecimal, decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import type { Answer } from '../answer'
import type { Served } from '../behaviour'
import type { KnownPlace, PlaceOf } from '../places/find'
import { keyFault } from '../places/keys'
import { type LegacyRefusal, legacyRefusal, legacyRefusalOf, verdict } from './statuses'

/** Whether the project has Places API (Legacy). New projects do not have it and cannot get it. */
export type Legacy = 'denied' | 'enabled'

/** The parameters of a call, as sent. */
export interface LegacyCall {
  cid: string | null
  placeId: string | null
}

/** @param path the path without the query. @returns null if the address is not this API's. */
export function readLegacyCall(method: string | undefined, path: string, query: URLSearchParams): LegacyCall | null {
  if (method !== 'GET' || path !== '/maps/api/place/details/json') return null
  return { cid: query.get('cid'), placeId: query.get('place_id') }
}

/**
 * `GET /maps/api/place/details/json`: by `cid`, as public code does, or by `place_id`, as documented.
 * @param visit the number of this request for the CID, from 1.
 */
export function serveLegacy(
  { cid, placeId }: LegacyCall,
  request: IncomingMessage,
  query: URLSearchParams,
  legacy: Legacy,
  visit: number,
  placeOf: PlaceOf,
): Served {
  const refused = (name: LegacyRefusal): Served => ({ answer: legacyRefusal(name) })
  const fault = keyFault(request.headers, query)
  if (fault) return refused(legacyRefusalOf[fault])
  if (legacy === 'denied') return refused('not_enabled')
  const requested = cid === null ? (featureIdOf(placeId ?? '')?.cid ?? null) : cidFromDecimal(cid)
  if (requested === null) return refused('nothing_asked')
  const place = placeOf(requested)
  if (place === null) return refused(cid === null ? 'stale_id' : 'not_found')
  if (place.legacyOnce && visit === 1) return refused(place.legacyOnce)
  if (place.error) return refused(legacyRefusalOf[place.error])
  const { behaviour } = place
  return { answer: found(place, query.get('fields')), ...(behaviour && { behaviour }) }
}

/** Returns the requested fields, or all by default. */
function found({ listing, answeredAs = listing.placeId }: KnownPlace, fields: string | null): Answer {
  const { cid, title, address, rating, reviewsCount, pin } = listing
  const all: Record<string, unknown> = {
    place_id: answeredAs,
    name: title,
    formatted_address: address,
    rating,
    user_ratings_total: reviewsCount,
    geometry: pin && { location: { lat: pin.latitude, lng: pin.longitude } },
    business_status: 'OPERATIONAL',
    url: `https://maps.google.com/?cid=${decimalCid(cid)}`,
  }
  const names = fields?.split(',') ?? Object.keys(all)
  if (names.some((name) => !(name in all))) return legacyRefusal('wrong_field')
  const selected = names.map((name) => [name, all[name]] as const).filter(([, value]) => value !== null)
  return verdict('OK', { result: Object.fromEntries(selected) })
}
