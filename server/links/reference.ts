import type { Cid } from '@/server/identifiers/cid'
import type { FeatureId } from '@/server/identifiers/feature-id'
import { knownPlaceIdOf } from '@/server/identifiers/place-id'
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
  business_profile_link: 'Business Profile link',
} as const

export type ReferenceForm = keyof typeof formWords

/** A text that names one listing by itself. */
export interface ListingReference {
  kind: 'listing'
  form: ReferenceForm
  cid: Cid
  /** Begins `ChIJ`; null where the text gives only the CID. */
  placeId: string | null
  /** What the link calls the listing; null where it does not. Never an identifier to rely on. */
  title: string | null
}

/** What a pasted text points at. */
export type Reference = ListingReference | { kind: 'short_link'; link: ShortLink }

/** What a text was taken for, e.g. "desktop map link". */
export function referenceWords(reference: Reference): string {
  return reference.kind === 'listing' ? formWords[reference.form] : 'share link'
}

/** An identifier found in a link and the form that its place there makes the link. The cell is 0 where only a CID stood. */
export interface Naming {
  id: FeatureId
  form: ReferenceForm
}

/**
 * The listing that a link names: the first naming counts, and a later one of the same CID may lend it its cell. A CID of
 * 0 is never a listing.
 * @param namings the most trusted first.
 * @returns null where there is none.
 */
export function referenceTo(namings: readonly Naming[], title: string | null): ListingReference | null {
  const named = namings.filter(({ id }) => id.cid !== 0n)
  const [first] = named
  if (first === undefined) return null
  const whole = named.find(({ id }) => id.cid === first.id.cid && id.cell !== 0n) ?? first
  return { kind: 'listing', form: first.form, cid: first.id.cid, placeId: knownPlaceIdOf(whole.id), title }
}
