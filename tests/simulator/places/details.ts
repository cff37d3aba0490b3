import type { IncomingMessage } from 'node:http'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { json } from '../answer'
import type { Served } from '../behaviour'
import { placesError } from './errors'
import { masked, readMask } from './field-mask'
import type { KnownPlace, PlaceOf } from './find'
import { faultOfLanguage } from './search-request'
import { wirePlace } from './wire-place'

/** Google's response for a place id whose first half is zero. It was never recorded, so tests try all three. */
export type ZeroHalf = 'canonical' | '400' | '404'

/** Place ids of addresses, points, and streets, which do not exist in the simulated Google. */
const otherKinds = /^(?:ChIJ|GhIJ|E[h-l]|Iho)[\w-]+$/

/** `GET /v1/places/{placeId}`. */
export function serveDetails(
  request: IncomingMessage,
  query: URLSearchParams,
  placeId: string,
  zeroHalf: ZeroHalf,
  placeOf: PlaceOf,
): Served {
  const mask = readMask(request, query, '')
  if ('status' in mask) return { answer: mask }
  const languageCode = query.get('languageCode')
  const languageFault = faultOfLanguage(languageCode ?? undefined)
  if (languageFault) return { answer: languageFault }
  const found = findPlace(placeId, zeroHalf, placeOf)
  if (typeof found === 'string') return { answer: placesError(found, 'GetPlace', placeId) }
  if (found.error) return { answer: placesError(found.error, 'GetPlace', placeId) }
  const { listing, answeredAs = listing.placeId, fields = (place) => place, behaviour } = found
  const place = fields(
    wirePlace({ ...listing, placeId: answeredAs }, 'GetPlace', query.get('regionCode'), languageCode),
  )
  return { answer: json(200, masked(place, mask)), ...(behaviour && { behaviour }) }
}

/** Returns the place, or the reason there is none. */
function findPlace(placeId: string, zeroHalf: ZeroHalf, placeOf: PlaceOf): KnownPlace | 'bad_id' | 'stale_id' {
  const featureId = featureIdOf(placeId)
  if (featureId === null) return otherKinds.test(placeId) ? 'stale_id' : 'bad_id'
  const place = placeOf(featureId.cid)
  if (featureId.cell === 0n) {
    if (zeroHalf !== 'canonical') return zeroHalf === '400' ? 'bad_id' : 'stale_id'
    return place ?? 'stale_id'
  }
  const takes = place && [place.listing.placeId, place.answeredAs].includes(placeId)
  return takes ? place : 'stale_id'
}
