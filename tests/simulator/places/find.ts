import type { Cid } from '@/server/identifiers/cid'
import { numberedListingOf, simulatedSample } from '../listings'
import { type SpecialPlace, specialPlaces } from './special'

/** A listing, with the special way it behaves in where it has one. */
export type KnownPlace = Pick<SpecialPlace, 'listing'> & Partial<SpecialPlace>

const known: ReadonlyMap<Cid, KnownPlace> = new Map(
  [...simulatedSample.map((listing) => ({ listing })), ...specialPlaces].map((place) => [place.listing.cid, place]),
)

/** What the simulated Google knows under a CID; null where nothing. */
export function placeOf(cid: Cid): KnownPlace | null {
  const numbered = numberedListingOf(cid)
  return numbered ? { listing: numbered } : (known.get(cid) ?? null)
}
