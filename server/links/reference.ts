import type { Cid } from '@/server/identifiers/cid'
import type { ShortLink } from './short-link'

/** What a text was taken for, in words for a person. */
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

/** A text that names one listing by itself. */
export interface ListingReference {
  kind: 'listing'
  form: ReferenceForm
  cid: Cid
  /** Begins `ChIJ`; null where the text gives only the CID. */
  placeId: string | null
  /** Knowledge Graph id, `/g/…` or `/m/…`, where the link carries it for this listing; else null. */
  kgId: string | null
  /** What the link calls the listing; null where it does not. Never an identifier to rely on. */
  title: string | null
}

/** A text that says which listing it means only once its short link is followed. */
interface ShortLinkReference {
  kind: 'short_link'
  link: ShortLink
  /** The listing that the rest of the text names; the short link has to lead to the same. Null where it names none. */
  beside: ListingReference | null
}

/** What a pasted text points at. */
export type Reference = ListingReference | ShortLinkReference

/** What a text was taken for, e.g. "desktop map link". */
export function referenceWords(reference: Reference): string {
  return reference.kind === 'listing' ? formWords[reference.form] : 'share link'
}
