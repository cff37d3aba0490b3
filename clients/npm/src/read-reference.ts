import { listingWithoutLookup } from '@/server/features/listings/listing'
import { readText } from '@/server/places/links/read-reference'
import { type ListingReference as ReadListing, shortLinkUrl } from '@/server/places/links/reference'
import type { Listing } from './answers.js'
import { defaultHosts } from './defaults.js'
import { PinrefError } from './errors.js'

/** The form of a string's link or identifier. */
export type ReferenceForm =
  | 'place_id'
  | 'feature_id'
  | 'cid'
  | 'place_link'
  | 'mobile_link'
  | 'cid_link'
  | 'place_id_link'
  | 'search_link'
  | 'directions_link'
  | 'embed_link'
  | 'review_link'
  | 'google_search_link'
  | 'hotel_link'
  | 'business_profile_link'
  | 'earth_link'
  | 'api_link'

/** A string that identifies one listing and can be read without the network. */
export interface ListingReference {
  kind: 'listing'
  form: ReferenceForm
  /**
   * The response to `/api/resolve` with `"details": "none"`. `title` is the name in the link, so don't rely on it as an
   * identifier; `rating` and `reviews_count` are null.
   */
  listing: Omit<Listing, 'rate_limit'>
}

/** A string with a short link. The listing is known only after the link is followed, which needs the network. */
export interface ShortLinkReference {
  kind: 'short_link'
  /** The short link, without the text around it. */
  url: string
  /**
   * The listing in the rest of the text, if any, and if its CID cannot have been rounded. The short link must point to the
   * same listing.
   */
  listingInText: ListingReference | null
}

export type Reference = ListingReference | ShortLinkReference

/**
 * Reads a string: a Google Maps or Google Search link in any known form, share text around one, a short link, a place id,
 * a feature id, or a CID. Does not use the network.
 * @throws PinrefError `no_listing_in_link` for a map link without exactly one listing, `rounded_cid` for a CID that may
 *   have been rounded, which only a lookup can confirm, and `unsupported_link` for other text; the message explains what the
 *   text is and what to paste instead.
 */
export function readReference(text: string): Reference {
  const reference = readText(text)
  if (reference.kind === 'refused') throw new PinrefError(reference.code, reference.detail)
  if (reference.kind === 'listing') return wireReference(reference)
  const { link, listingInText } = reference
  const isSure = listingInText !== null && !listingInText.canBeRounded
  return { kind: 'short_link', url: shortLinkUrl(link), listingInText: isSure ? wireReference(listingInText) : null }
}

const wireReference = (reference: ReadListing): ListingReference => ({
  kind: 'listing',
  form: reference.form,
  listing: listingWithoutLookup(reference, defaultHosts),
})
