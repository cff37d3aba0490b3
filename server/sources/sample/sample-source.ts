import type { Cid } from '@/server/identifiers/cid'
import { featureIdOf } from '@/server/identifiers/place-id'
import type { ListingDetails, ListingSource } from '@/server/sources/listing-source'
import { type SampleListing, sampleListings } from '@/server/sources/sample/listings'
import { searchSample } from '@/server/sources/sample/search'
import { recordedTarget } from '@/server/sources/sample/short-links'

const listingsByCid: ReadonlyMap<Cid, SampleListing> = new Map(
  sampleListings.map((listing) => [cidOf(listing), listing]),
)

/** The listings that ship with Pinref: the whole product works with them, without a key and without a network. */
export const sampleSource: ListingSource = {
  kind: 'sample',
  async details({ cid }) {
    const listing = listingsByCid.get(cid)
    return listing === undefined ? null : detailsOf(listing)
  },
  async search(query) {
    return searchSample(query).map((listing) => ({ ...detailsOf(listing), cid: cidOf(listing) }))
  },
  recordedTarget,
}

function detailsOf({ placeId, title, address, rating, reviewsCount }: SampleListing): ListingDetails {
  return { placeId, title, address, rating, reviewsCount }
}

function cidOf({ placeId }: SampleListing): Cid {
  const featureId = featureIdOf(placeId)
  if (featureId === null) throw new Error(`The sample has a place id without a CID: ${placeId}`)
  return featureId.cid
}
