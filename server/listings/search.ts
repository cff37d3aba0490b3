import { env } from '@/server/env'
import { featureIdOf } from '@/server/identifiers/feature-id'
import type { ListingQuery, ListingSource } from '@/server/sources/listing-source'
import { withinDeadline } from '@/server/upstream/deadline'
import type { Lookup } from '@/server/upstream/lookup'
import { mapsUrl, wireIdentifiers, wireRating } from './listing'
import type { SearchResult } from './shapes'

export const maxResults = 20

/**
 * Finds listings by name, in the source's order of relevance, at most 20. A candidate is returned only if the CID inside
 * its place id equals the CID that the source gives for it.
 * @throws PinrefError of the 500 family, `upstream_unavailable` if it takes longer than `UPSTREAM_DEADLINE_MS`.
 */
export async function search(query: ListingQuery, source: ListingSource, lookup: Lookup): Promise<SearchResult[]> {
  const candidates = await withinDeadline(env().UPSTREAM_DEADLINE_MS, lookup, (limited) =>
    source.search(query, limited),
  )
  return candidates
    .filter(({ cid, placeId }) => featureIdOf(placeId)?.cid === cid)
    .slice(0, maxResults)
    .map((candidate) => ({
      title: candidate.title,
      address: candidate.address,
      ...wireIdentifiers(candidate.cid, candidate.placeId),
      place_id: candidate.placeId,
      ...wireRating(candidate),
      maps_url: mapsUrl(candidate.cid, env()),
    }))
}
