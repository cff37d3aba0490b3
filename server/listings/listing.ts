import { env } from '@/server/env'
import type { WireIdentifiers } from '@/server/errors'
import { type Cid, decimalCid, hexCid } from '@/server/identifiers/cid'
import type { ListingDetails } from '@/server/sources/listing-source'

/** A listing as it is answered. `null` says that nobody knows, not that there is none. */
export interface Listing extends WireIdentifiers {
  title: string | null
  /** One fractional digit, e.g. `4.0`; null without reviews. */
  rating: string | null
  /** 0 without reviews; null where no source knows. */
  reviews_count: number | null
  maps_url: string
  review_url: string | null
  schema_hasmap: string
}

export function wireIdentifiers(cid: Cid, placeId: string | null): WireIdentifiers {
  return { cid: decimalCid(cid), hex_cid: hexCid(cid), place_id: placeId }
}

/** The address that opens the listing on the map, made of its CID alone. */
export function mapsUrl(cid: Cid): string {
  return `${env().MAP_HOST}/?cid=${decimalCid(cid)}`
}

/** The address that opens the form for writing a review. */
export function reviewUrl(placeId: string): string {
  return `${env().REVIEW_HOST}/local/writereview?placeid=${placeId}`
}

/** Rating and count as they are answered: no reviews are a count of 0 and no rating. */
export function wireRating({ rating, reviewsCount }: Pick<ListingDetails, 'rating' | 'reviewsCount'>) {
  return { rating: rating === null ? null : rating.toFixed(1), reviews_count: reviewsCount }
}

/**
 * Puts a listing together. Identifiers come from arithmetic on what was asked, never from a source's text; those of a listing
 * that has moved, or whose place id is stale, are its present ones.
 * @param details what the source knows; null where it knows nothing of this listing.
 * @param linkTitle what the link itself calls the listing, used only where the source does not know.
 */
export function assembleListing(
  askedCid: Cid,
  askedPlaceId: string | null,
  details: ListingDetails | null,
  linkTitle: string | null,
): Listing {
  const cid = details?.cid ?? askedCid
  const isStale = cid !== askedCid || askedPlaceId === details?.stalePlaceId
  const placeId = (isStale ? null : askedPlaceId) ?? details?.placeId ?? null
  return {
    title: details?.title ?? linkTitle,
    ...wireIdentifiers(cid, placeId),
    ...wireRating(details ?? { rating: null, reviewsCount: null }),
    maps_url: mapsUrl(cid),
    review_url: placeId && reviewUrl(placeId),
    schema_hasmap: mapsUrl(cid),
  }
}
