import type { Cid } from '@/server/identifiers/cid'
import { featureIdOf } from '@/server/identifiers/feature-id'
import type { ListingCandidate, ListingKey, ListingSource } from '@/server/sources/listing-source'
import { type SampleListing, sampleListings } from '@/server/sources/sample/listings'
import { searchSample } from '@/server/sources/sample/search'
import { recordedTarget } from '@/server/sources/sample/short-links'
import type { Lookup } from '@/server/upstream/lookup'

const listingsByCid: ReadonlyMap<Cid, SampleListing> = new Map(
  sampleListings.map((listing) => [cidOf(listing), listing]),
)

/** A source that has the address of every listing. */
interface SampleSource extends ListingSource {
  details(key: ListingKey, lookup: Lookup): Promise<ListingCandidate | null>
}

/** The listings that ship with Pinref. They make everything work without a key or a network. */
export const sampleSource: SampleSource = {
  kind: 'sample',
  async learntPlaceId() {
    return null
  },
  async check({ cid }) {
    const listing = listingsByCid.get(cid)
    return listing === undefined ? null : { cid, placeId: listing.placeId }
  },
  async details({ cid }) {
    const listing = listingsByCid.get(cid)
    return listing === undefined ? null : candidateOf(listing)
  },
  async search(query) {
    return searchSample(query).map(candidateOf)
  },
  // A name that is unique in the sample may not be unique outside it.
  async matchByName() {
    return null
  },
  recordedTarget,
  placeIdOfLink: async () => null,
}

function candidateOf(listing: SampleListing): ListingCandidate {
  const { placeId, title, address, rating, reviewsCount } = listing
  return { cid: cidOf(listing), placeId, title, address, rating, reviewsCount }
}

function cidOf({ placeId }: SampleListing): Cid {
  const featureId = featureIdOf(placeId)
  if (featureId === null) throw new Error(`The sample has a place id without a CID: ${placeId}`)
  return featureId.cid
}
