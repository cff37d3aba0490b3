import { featureIdOf } from '@/server/places/identifiers/feature-id'
import type { Location } from '@/server/places/links/location'
import { foldedWords } from '@/server/places/sources/fold'
import { searchSample } from '@/server/places/sources/sample/sample-source'
import { numberedListingCalled } from '../listings'
import { type KnownPlace, type PlaceOf, placeOf } from './find'
import type { SearchRequest } from './search-request'
import { specialPlaces } from './special'

/** Returns the special places with exactly this name. */
export function specialPlacesCalled(name: string): KnownPlace[] {
  const words = foldedWords(name).join(' ')
  return specialPlaces.filter(({ listing }) => foldedWords(listing.title).join(' ') === words)
}

/**
 * Returns the results of a Text Search: places with exactly this name, otherwise places with a word beginning with each
 * query word. The region only ranks its own listings higher, and a bias ranks nearby listings higher; neither excludes
 * any listing.
 */
export function candidates(search: SearchRequest, placeNow: PlaceOf): KnownPlace[] {
  const { textQuery, regionCode, near, serviceAreaBusinesses } = search
  const numbered = numberedListingCalled(textQuery)
  const named = numbered ? [{ listing: numbered }] : specialPlacesCalled(textQuery)
  const found = named.length > 0 ? named : [...sampleFor(textQuery), ...specialsFor(textQuery)]
  return found
    .flatMap(({ listing }) => placeNow(listing.cid) ?? [])
    .filter(({ listing }) => serviceAreaBusinesses || listing.address !== null)
    .sort((a, b) => Number(b.listing.country === regionCode) - Number(a.listing.country === regionCode))
    .sort((a, b) => (near ? distance(a, near) - distance(b, near) : 0))
}

function sampleFor(name: string): KnownPlace[] {
  return searchSample({ name, country: null }).flatMap(({ placeId }) => {
    const cid = featureIdOf(placeId)?.cid
    const place = cid === undefined ? null : placeOf(cid)
    return place ? [place] : []
  })
}

function specialsFor(name: string): KnownPlace[] {
  const words = foldedWords(name)
  if (words.length === 0) return []
  return specialPlaces.filter(({ listing, error, behaviour }) => {
    const title = foldedWords(listing.title)
    return !error && !behaviour && words.every((word) => title.some((titleWord) => titleWord.startsWith(word)))
  })
}

/** Returns a distance in degrees, accurate enough to tell cities apart. A place without a pin is far away. */
function distance({ listing: { pin } }: KnownPlace, from: Location): number {
  return pin === null ? 360 : Math.hypot(pin.latitude - from.latitude, pin.longitude - from.longitude)
}
