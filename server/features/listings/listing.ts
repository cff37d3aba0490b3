import { type Cid, decimalCid, hexCid } from '@/server/places/identifiers/cid'
import { featureIdOf, formatFeatureId } from '@/server/places/identifiers/feature-id'
import type { Location } from '@/server/places/links/location'
import type { ListingReference } from '@/server/places/links/reference'
import type { ListingDetails, ListingFacts, PresentListing } from '@/server/places/sources/listing-source'
import type { WireIdentifiers } from '@/server/platform/problems/problem-parts'
import type { Listing } from './shapes'

export function wireIdentifiers(cid: Cid, placeId: string | null): WireIdentifiers {
  return { cid: decimalCid(cid), hex_cid: hexCid(cid), place_id: placeId }
}

/** The hosts in a listing's links, named after their settings: the server's own, or a page's copy in the browser. */
export interface ListingHosts {
  MAP_HOST: string
  REVIEW_HOST: string
}

/** Returns the URL that opens the listing on the map, made from its CID alone. */
export const mapsUrl = (cid: Cid, { MAP_HOST }: ListingHosts): string => `${MAP_HOST}/?cid=${decimalCid(cid)}`

/** Returns the URL that opens the form for writing a review. */
export const reviewUrl = (placeId: string, { REVIEW_HOST }: ListingHosts): string =>
  `${REVIEW_HOST}/local/writereview?placeid=${placeId}`

/** Returns the URL that opens the reviews. */
export const reviewsUrl = (placeId: string, { REVIEW_HOST }: ListingHosts): string =>
  `${REVIEW_HOST}/local/reviews?placeid=${placeId}`

/**
 * Returns the URL that opens directions to the listing (https://developers.google.com/maps/documentation/urls/get-started).
 * Google requires a destination next to the place id and uses it if the place id is outdated. A name could then lead to
 * another business, so the destination is the place id again.
 */
export const directionsUrl = (placeId: string): string =>
  `https://www.google.com/maps/dir/?api=1&destination=place_id%3A${placeId}&destination_place_id=${placeId}`

/**
 * Returns the rating and review count as the API sends them. With no reviews, the count is 0 and the rating is null.
 */
export function wireRating({ rating, reviewsCount }: Pick<ListingDetails, 'rating' | 'reviewsCount'>) {
  return { rating: rating === null ? null : rating.toFixed(1), reviews_count: reviewsCount }
}

/** Returns a position as the API sends it. A sixth decimal place is 11 cm. */
export const wireLocation = (location: Location | null) =>
  location && { latitude: Number(location.latitude.toFixed(6)), longitude: Number(location.longitude.toFixed(6)) }

/** A listing's details in a string. */
export type RequestedListing = Pick<ListingReference, 'cid' | 'placeId' | 'kgId' | 'title'> &
  Partial<Pick<ListingReference, 'location'>>

/** A listing in a source: its identifiers, and its facts if they were requested. */
export type SourceListing = PresentListing & Partial<ListingFacts>

/**
 * Returns a listing as far as a string describes it.
 * @param hosts the hosts in the listing's links.
 */
export function listingWithoutLookup(asked: RequestedListing, hosts: ListingHosts): Listing {
  const { cid, placeId, kgId, title, location = null } = asked
  const featureId = placeId && featureIdOf(placeId)
  const onMap = mapsUrl(cid, hosts)
  return {
    title,
    title_language: null,
    address: null,
    location: wireLocation(location),
    business_status: null,
    ...wireIdentifiers(cid, placeId),
    rating: null,
    reviews_count: null,
    maps_url: onMap,
    review_url: placeId && reviewUrl(placeId, hosts),
    reviews_url: placeId && reviewsUrl(placeId, hosts),
    directions_url: placeId && directionsUrl(placeId),
    schema_hasmap: onMap,
    feature_id: featureId ? formatFeatureId(featureId) : null,
    kg_id: kgId,
    listing_status: 'unchecked',
    moved_from: null,
  }
}

/**
 * Assembles a listing under the requested identifiers. The source supplies a missing place id, and the current identifiers if the
 * listing has moved or its place id is stale.
 * @param known the source's data; null if the source does not have this listing, or was not queried.
 * @param asked the details in the text. The title is used only if the source has none, the location only if the source
 *   has none and the listing has not moved, and the Knowledge Graph id only if the CID is still the same.
 * @param hosts the hosts in the listing's links.
 */
export function assembleListing(asked: RequestedListing, known: SourceListing | null, hosts: ListingHosts): Listing {
  if (known === null) return listingWithoutLookup(asked, hosts)
  const { cid, address = null, businessStatus = null, rating = null, reviewsCount = null } = known
  const isElsewhere = cid !== asked.cid
  const hasMoved = isElsewhere || asked.placeId === known.stalePlaceId
  const placeId = (hasMoved ? null : asked.placeId) ?? known.placeId
  const kgId = isElsewhere ? null : asked.kgId
  const location = known.location ?? (hasMoved ? null : asked.location)
  const current = { cid, placeId, kgId, title: known.title ?? asked.title, location: location ?? null }
  return {
    ...listingWithoutLookup(current, hosts),
    title_language: (known.title && known.titleLanguage) ?? null,
    address,
    business_status: businessStatus,
    ...wireRating({ rating, reviewsCount }),
    listing_status: hasMoved ? 'moved' : 'listed',
    moved_from: hasMoved ? { cid: decimalCid(asked.cid), place_id: asked.placeId } : null,
  }
}
