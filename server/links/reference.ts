import type { Cid } from '@/server/identifiers/cid'
import type { ShortLink } from './short-link'

/** What a text was recognized as, in words for people. */
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

/** A text that names one listing without any link being followed. */
export interface ListingReference {
  kind: 'listing'
  form: ReferenceForm
  cid: Cid
  /** Begins `ChIJ`; null if the text gives only the CID. */
  placeId: string | null
  /** Knowledge Graph id, `/g/…` or `/m/…`, if the link has one for this listing; otherwise null. */
  kgId: string | null
  /** What the link calls the listing; null if it gives no name. Never an identifier to rely on. */
  title: string | null
  /** Whether only one number in the text names it, whose last digits could be missing. */
  canBeCut: boolean
}

/** A text whose listing is known only after its short link is followed. */
interface ShortLinkReference {
  kind: 'short_link'
  link: ShortLink
  /** The listing that the rest of the text names, null if none; the short link must lead to the same one. */
  listingInText: ListingReference | null
}

/** What a pasted text points at. */
export type Reference = ListingReference | ShortLinkReference

/** Says what a text was recognized as, e.g. "desktop map link". */
export function referenceWords(reference: Reference): string {
  return reference.kind === 'listing' ? formWords[reference.form] : 'share link'
}
