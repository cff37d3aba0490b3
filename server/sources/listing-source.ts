import { z } from 'zod'
import type { Cid } from '@/server/identifiers/cid'
import type { ShortLink } from '@/server/links/short-link'
import type { Lookup } from '@/server/upstream/lookup'

/** What a source knows of a listing beside its identifiers. */
export const listingFacts = z.object({
  /** Null where the source has no name for it. */
  title: z.string().nullable(),
  /** On one line; null where the source has none. What was cached before there were addresses has none either. */
  address: z.string().nullable().default(null),
  /** 1.0 to 5.0; null without reviews or where the source does not know. */
  rating: z.number().nullable(),
  /** 0 or more; null where the source does not know. */
  reviewsCount: z.number().nullable(),
})

export type ListingFacts = z.infer<typeof listingFacts>

/** A listing as a source has it now, by its identifiers alone. */
export interface PresentListing {
  /** The listing's present CID: the one asked for, unless the listing has moved. */
  cid: Cid
  /** The listing's place id as the source knows it; begins `ChIJ`. */
  placeId: string
  /** The outdated place id that the listing was asked for by, if it was; it must not be answered. */
  stalePlaceId?: string | undefined
}

/** What a source knows of one listing. */
export interface ListingDetails extends PresentListing, ListingFacts {}

/** One listing that a search found. Its CID is what the source says, not taken from the place id. */
export interface ListingCandidate extends ListingDetails {
  title: string
}

/** What to ask for: the CID always; the place id where the input carried one. */
export interface ListingKey {
  cid: Cid
  placeId: string | null
}

export interface ListingQuery {
  /** A business name, trimmed, 1 to 200 characters. */
  name: string
  /** ISO 3166-1 alpha-2, upper case; null for anywhere. */
  country: string | null
}

/** What a link without an identifier says of its listing. */
export interface ListingName {
  name: string
  /** Degrees; null where the link does not say. */
  location: { lat: number; lng: number } | null
}

/** Where listings come from: the sample that ships with Pinref, or an upstream. */
export interface ListingSource {
  readonly kind: 'sample' | 'places'
  /** The place id that was learnt for a CID; null where none was. Only the store is asked. */
  learntPlaceId(cid: Cid): Promise<string | null>
  /**
   * The present identifiers of one listing, by what costs nothing, or null where this source cannot know it.
   * @throws PinrefError as `details` does.
   */
  check(key: ListingKey, lookup: Lookup): Promise<PresentListing | null>
  /**
   * The details of one listing, or null where this source cannot know it (it is then answered with its identifiers alone).
   * @throws PinrefError `listing_not_found` where the source says that no such listing exists; the 500 family otherwise.
   */
  details(key: ListingKey, lookup: Lookup): Promise<ListingDetails | null>
  /** Candidates for a name, best first, at most 20. */
  search(query: ListingQuery, lookup: Lookup): Promise<ListingCandidate[]>
  /**
   * The one listing that has exactly this name (case, accents and punctuation aside) and lies at the location, where that
   * is known; null where there is none, or more than one.
   */
  matchByName(named: ListingName, lookup: Lookup): Promise<ListingDetails | null>
  /** Where a short link leads, if this source has it on record; null otherwise. */
  recordedTarget(link: ShortLink): string | null
  /**
   * The place id of the listing that a short link stands for, without its redirects being followed; null where this source
   * cannot say, for whatever reason.
   * @throws the signal's reason where it aborts.
   */
  placeIdOfLink(link: ShortLink, lookup: Lookup): Promise<string | null>
}
