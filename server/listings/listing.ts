import { type Cid, decimalCid, hexCid } from '@/server/identifiers/cid'
import { featureIdOf, formatFeatureId } from '@/server/identifiers/feature-id'
import type { ListingReference } from '@/server/links/reference'
import type { WireIdentifiers } from '@/server/problem-parts'
import type { ListingDetails, ListingFacts, PresentListing } from '@/server/sources/listing-source'
import type { Listing } from './shapes'

export function wireIdentifiers(cid: Cid, placeId: string | null): WireIdentifiers {
  return { cid: decimalCid(cid), hex_cid: hexCid(cid), place_id: placeId }
}

/** The hosts of a listing's links, named like their settings: those of the server, or a page's copy of them in the browser. */
export interface ListingHosts {
  MAP_HOST: string
  REVIEW_HOST: string
}

/** Returns the URL that opens the listing on the map, made from its CID alone. */
export const mapsUrl = (cid: Cid, { MAP_HOST }: ListingHosts): string => `${MAP_HOST}/?cid=${decimalCid(cid)}`

/** Returns the URL that opens the form for writing a review. */
export const reviewUrl = (placeId: string, { REVIEW_HOST }: ListingHosts): string =>
  `${REVIEW_HOST}/local/writereview?placeid=${placeId}`

/** Returns rating and count as they are sent. Without reviews the count is 0 and the rating null. */
export function wireRating({ rating, reviewsCount }: Pick<ListingDetails, 'rating' | 'reviewsCount'>) {
  return { rating: rating === null ? null : rating.toFixed(1), reviews_count: reviewsCount }
}

/** What a text says about a listing. */
export type AskedListing = Pick<ListingReference, 'cid' | 'placeId' | 'kgId' | 'title'>

/** What a source knows about a listing: its identifiers, and its facts if they were asked for. */
export type KnownListing = PresentListing & Partial<ListingFacts>

/**
 * Assembles a listing under the identifiers that were asked for. The source supplies a place id that is missing, and the
 * present identifiers if the listing has moved or its place id is stale.
 * @param known what the source knows; null if it does not know this listing, or was not asked.
 * @param asked what the text says about the listing. Its title is used only if the source has none, its Knowledge Graph id
 *   only if the CID is still the same.
 * @param hosts the hosts that its links lead to.
 */
export function assembleListing(asked: AskedListing, known: KnownListing | null, hosts: ListingHosts): Listing {
  const cid = known?.cid ?? asked.cid
  const isElsewhere = cid !== asked.cid
  const hasMoved = isElsewhere || (known !== null && asked.placeId === known.stalePlaceId)
  const placeId = (hasMoved ? null : asked.placeId) ?? known?.placeId ?? null
  const featureId = placeId && featureIdOf(placeId)
  const onMap = mapsUrl(cid, hosts)
  return {
    title: known?.title ?? asked.title,
    address: known?.address ?? null,
    ...wireIdentifiers(cid, placeId),
    ...wireRating({ rating: known?.rating ?? null, reviewsCount: known?.reviewsCount ?? null }),
    maps_url: onMap,
    review_url: placeId && reviewUrl(placeId, hosts),
    schema_hasmap: onMap,
    feature_id: featureId ? formatFeatureId(featureId) : null,
    kg_id: isElsewhere ? null : asked.kgId,
    status: known === null ? 'unchecked' : hasMoved ? 'moved' : 'listed',
    moved_from: hasMoved ? { cid: decimalCid(asked.cid), place_id: asked.placeId } : null,
  }
}
