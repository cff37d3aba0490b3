import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { json } from '../answer'
import type { Served } from '../behaviour'
import { madeUpIds } from '../listings'
import { candidates, specialPlacesCalled } from './candidates'
import { placesError } from './errors'
import { type FieldMask, masked, readMask } from './field-mask'
import type { PlaceOf } from './find'
import { readSearch } from './search-request'
import { type WirePlace, wirePlace } from './wire-place'

const prefix = 'places.'
const besidePlaces = ['places', 'nextPageToken', 'searchUri', 'contextualContents', 'routingSummaries']
const firstAddress = 9_050_000_000_000_000_000n

/** `POST /v1/places:searchText`. Returns a single page, or `{}` if nothing matches. */
export function serveSearch(request: IncomingMessage, query: URLSearchParams, body: string, placeOf: PlaceOf): Served {
  const mask = readMask(request, query, prefix, besidePlaces)
  if ('status' in mask) return { answer: mask }
  const search = readSearch(body)
  if ('status' in search) return { answer: search }
  const { textQuery, regionCode, languageCode, pageSize } = search
  const [special] = specialPlacesCalled(textQuery)
  if (special?.error) return { answer: placesError(special.error, 'SearchText') }
  const found = candidates(search, placeOf).map(
    ({ listing, answeredAs = listing.placeId, fields = (place) => place }) =>
      fields(wirePlace({ ...listing, placeId: answeredAs }, 'SearchText', regionCode, languageCode)),
  )
  const places = found.length === 0 && isAddress(textQuery) ? [geocoded(textQuery)] : found.slice(0, pageSize)
  const placeMask = maskOfOne(mask)
  const results = placeMask.length === 0 ? [] : places.map((place) => masked(place, placeMask))
  const answer = json(200, results.length > 0 ? { places: results } : {})
  return { answer, ...(special?.behaviour && { behaviour: special.behaviour }) }
}

/** Returns the part of a search's mask that applies to each place. */
function maskOfOne(mask: FieldMask): FieldMask {
  if (mask.includes('*') || mask.includes('places')) return ['*']
  return mask.flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
}

/** If no listing has the name, Google treats an address-like name as an address. */
const isAddress = (text: string) => /\d/.test(text)

/** A result that a name must not match: its displayName is the query itself. */
function geocoded(address: string): WirePlace {
  const number = createHash('sha256').update(address).digest().readUInt32BE()
  const listing = {
    ...madeUpIds(firstAddress + BigInt(number)),
    title: address,
    address,
    country: 'US',
    rating: null,
    reviewsCount: null,
    pin: { latitude: 39.8, longitude: -89.64 },
    businessStatus: 'OPERATIONAL' as const,
  }
  const { businessStatus: _, ...place } = wirePlace(listing, 'SearchText', null, null)
  return { ...place, types: ['street_address', 'geocode'] }
}
