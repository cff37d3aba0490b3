import type { Cid } from '@/server/places/identifiers/cid'
import { numberedListingOf, roundListing, shortListing, simulatedSample } from '../listings'
import { type SpecialPlace, specialPlaces } from './special'

/** A listing, with its special behavior if any. */
export type KnownPlace = Pick<SpecialPlace, 'listing'> & Partial<SpecialPlace>

const placesByCid: ReadonlyMap<Cid, KnownPlace> = new Map(
  [...[...simulatedSample, shortListing, roundListing].map((listing) => ({ listing })), ...specialPlaces].map(
    (place) => [place.listing.cid, place],
  ),
)

/** Finds a place by its CID; null if there is none. */
export type PlaceOf = (cid: Cid) => KnownPlace | null

/** Returns a CID's original place in the simulated Google; null if there is none. */
export function placeOf(cid: Cid): KnownPlace | null {
  const numbered = numberedListingOf(cid)
  return numbered ? { listing: numbered } : (placesByCid.get(cid) ?? null)
}
