import { type ListingHosts, listingWithoutLookup } from '@/server/features/listings/listing'
import type { Listing } from '@/server/features/listings/shapes'
import { parseCid } from '@/server/places/identifiers/cid'
import type { Location } from '@/server/places/links/location'

/** The listing that a string identifies, without following any link. */
export interface NamedListing {
  cid: string
  placeId: string | null
  kgId: string | null
  title: string | null
  location: Location | null
}

/** Returns a listing that a string identifies, as a lookup of its identifiers alone would. */
export const namedListing = ({ cid, ...rest }: NamedListing, hosts: ListingHosts): Listing =>
  listingWithoutLookup({ ...rest, cid: parseCid(cid) }, hosts)
