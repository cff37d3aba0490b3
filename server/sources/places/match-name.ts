import { featureIdOf } from '@/server/identifiers/feature-id'
import { foldedWords } from '@/server/sources/fold'
import type { ListingDetails, ListingName } from '@/server/sources/listing-source'
import type { Lookup } from '@/server/upstream/lookup'
import type { AskPlaces } from './by-place-id'
import { type Location, searchText } from './search-text'

/** How far a listing may be from the location in its link, which may just be the center of the map, a few streets away. */
const nearMeters = 1_000

/**
 * Returns the one listing that has exactly this name, case, accents and punctuation aside, within a kilometer of the
 * location if that is known; null if there is none, or more than one.
 */
export async function matchName(
  { name, location }: ListingName,
  ask: AskPlaces,
  lookup: Lookup,
): Promise<ListingDetails | null> {
  const wanted = foldedWords(name).join(' ')
  if (wanted === '') return null
  const near = location && { center: location, radiusMeters: nearMeters }
  const found = await searchText({ text: name, country: null, near }, ask, lookup)
  const matches = found.filter(
    (place) =>
      foldedWords(place.title).join(' ') === wanted &&
      (location === null || (place.location !== null && metersBetween(place.location, location) <= nearMeters)),
  )
  const [match] = matches
  if (match === undefined || matches.some(({ cid }) => cid !== match.cid)) return null
  const { location: _location, country: _country, ...details } = match
  return featureIdOf(details.placeId)?.cid === details.cid ? details : null
}

const earthRadiusMeters = 6_371_000

/** Returns the distance along the surface of a sphere (haversine). */
export function metersBetween(a: Location, b: Location): number {
  const [latA, latB] = [radians(a.lat), radians(b.lat)]
  const half = Math.sin((latB - latA) / 2) ** 2
  const across = Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * earthRadiusMeters * Math.asin(Math.sqrt(Math.min(1, half + Math.cos(latA) * Math.cos(latB) * across)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
