import type { Cid } from '@/server/identifiers/cid'
import type { ShortLink } from './short-link'

/** Display names for the kinds of text. */
export const formWords = {
  place_id: 'place id',
  feature_id: 'feature id',
  cid: 'CID',
  place_link: 'desktop map link',
  mobile_link: 'mobile map link',
  cid_link: 'CID link',
  place_id_link: 'place id link',
  search_link: 'map search link',
  directions_link: 'directions link',
  embed_link: 'embed link',
  review_link: 'review link',
  google_search_link: 'Google Search link',
  hotel_link: 'Google hotel link',
  business_profile_link: 'Business Profile link',
  earth_link: 'Google Earth link',
  api_link: 'Places API address',
} as const

export type ReferenceForm = keyof typeof formWords

/** A text that identifies one listing without following a link. */
export interface ListingReference {
  kind: 'listing'
  form: ReferenceForm
  cid: Cid
  /** Begins `ChIJ`; null if the text has only the CID. */
  placeId: string | null
  /** Knowledge Graph id, `/g/…` or `/m/…`, if the link has one for this listing; otherwise null. */
  kgId: string | null
  /** The listing's name in the link; null if it has none. Never rely on it as an identifier. */
  title: string | null
  /** Whether a single number in the text identifies it, so that its last digits could be missing. */
  canBeCut: boolean
}

/** A text with a short link that must be followed to find the listing. */
interface ShortLinkReference {
  kind: 'short_link'
  link: ShortLink
  /** The listing in the rest of the text, null if none; the short link must lead to the same one. */
  listingInText: ListingReference | null
}

/** What a pasted text points to. */
export type Reference = ListingReference | ShortLinkReference

/** Returns what a text was recognized as, such as "desktop map link". */
export function referenceWords(reference: Reference): string {
  return reference.kind === 'listing' ? formWords[reference.form] : 'share link'
}
