import { z } from 'zod'
import { PinrefError } from '@/server/errors'
import type { Cid } from '@/server/identifiers/cid'
import type { ShortLink } from '@/server/links/short-link'
import type { Lookup } from '@/server/upstream/lookup'

/** What a source knows about a listing besides its identifiers. */
export const listingFacts = z.object({
  /** Null if the source has no name for it. */
  title: z.string().nullable(),
  /** On one line; null if the source has none, or if it was cached before Pinref had addresses. */
  address: z.string().nullable().default(null),
  /** 1.0 to 5.0; null without reviews or if the source does not know. */
  rating: z.number().nullable(),
  /** 0 or more; null if the source does not know. */
  reviewsCount: z.number().nullable(),
})

export type ListingFacts = z.infer<typeof listingFacts>

/** The identifiers of a listing as a source has them now. */
export interface PresentListing {
  /** The listing's present CID: the one asked for, unless the listing has moved. */
  cid: Cid
  /** The listing's place id as the source knows it; begins `ChIJ`. */
  placeId: string
  /** The outdated place id by which the listing was asked for, if it was; it must not be returned. */
  stalePlaceId?: string | undefined
}

/** What a source knows about one listing. */
export interface ListingDetails extends PresentListing, ListingFacts {}

/** One listing that a search found. Its CID is what the source says, not taken from the place id. */
export interface ListingCandidate extends ListingDetails {
  title: string
}

/** What to ask for: always the CID, and the place id if the input had one. */
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

/** What a link without an identifier says about its listing. */
export interface ListingName {
  name: string
  /** Degrees; null if the link does not say. */
  location: { lat: number; lng: number } | null
}

/** Where listings come from: the sample that ships with Pinref, or an upstream. */
export interface ListingSource {
  readonly kind: 'sample' | 'places'
  /** Returns the place id learned earlier for a CID; null if there is none. Asks only the store. */
  learntPlaceId(cid: Cid): Promise<string | null>
  /**
   * Returns the present identifiers of one listing, using only calls that cost nothing; null if this source cannot know it.
   * @throws PinrefError as `details` does.
   */
  check(key: ListingKey, lookup: Lookup): Promise<PresentListing | null>
  /**
   * Returns the details of one listing; null if this source cannot know it (the answer then has its identifiers alone).
   * @throws PinrefError `listing_not_found` if the source says that no such listing exists; the 500 family otherwise.
   */
  details(key: ListingKey, lookup: Lookup): Promise<ListingDetails | null>
  /** Returns candidates for a name, best first, at most 20. */
  search(query: ListingQuery, lookup: Lookup): Promise<ListingCandidate[]>
  /**
   * Returns the one listing that has exactly this name (case, accents and punctuation aside) and is near the location, if
   * that is known; null if there is none, or more than one.
   */
  matchByName(named: ListingName, lookup: Lookup): Promise<ListingDetails | null>
  /** Returns where a short link leads, if this source has it on record; null otherwise. */
  recordedTarget(link: ShortLink): string | null
  /**
   * Returns the place id of the listing that a short link stands for, without following its redirects; null if this source
   * cannot say, for whatever reason.
   * @throws the signal's reason if it aborts.
   */
  placeIdOfLink(link: ShortLink, lookup: Lookup): Promise<string | null>
}

/** `listing_not_found`: the source says that no such listing exists, or that it no longer does. */
export class NoSuchListing extends PinrefError {
  /** The place id by which the source last knew it, if the caller did not give one; null if none is known. */
  readonly lastPlaceId: string | null

  constructor(lastPlaceId: string | null = null) {
    super(
      'listing_not_found',
      'Google Maps has no such listing, or no longer has it. Open it in Google Maps, choose Share and paste the new link.',
    )
    this.lastPlaceId = lastPlaceId
  }
}
