import * as z from 'zod'
import type { Cid } from '@/server/places/identifiers/cid'
import type { Location } from '@/server/places/links/location'
import type { ShortLink } from '@/server/places/links/reference'
import type { Lookup } from '@/server/places/upstream/lookup'
import { PinrefError } from '@/server/platform/problems/errors'

/** Whether a business is open, as far as a source says. */
export const businessStatuses = ['operational', 'closed_temporarily', 'closed_permanently', 'opening_soon'] as const

export type BusinessStatus = (typeof businessStatuses)[number]

/** A listing's details in a source, without its identifiers. */
export const listingFacts = z.object({
  /** Null if the source has no name for the listing. */
  title: z.string().nullable(),
  /** BCP 47, as the source names it; null if it does not say, or if the listing was cached before Pinref had this field. */
  titleLanguage: z.string().nullable().default(null),
  /** On one line; null if the source has none, or if the listing was cached before Pinref stored addresses. */
  address: z.string().nullable().default(null),
  /** Null if the source does not say, or if the listing was cached before Pinref had this field. */
  businessStatus: z.enum(businessStatuses).nullable().default(null),
  /** Null if the source has none, or if the listing was cached before Pinref had this field. */
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable().default(null),
  /** 1.0 to 5.0; null if there are no reviews or the rating is unknown. */
  rating: z.number().nullable(),
  /** 0 or more; null if the count is unknown. */
  reviewsCount: z.number().nullable(),
})

export type ListingFacts = z.infer<typeof listingFacts>

/** A listing's current identifiers in a source. */
export interface PresentListing {
  /** The listing's current CID: the requested one, unless the listing has moved. */
  cid: Cid
  /** The listing's place id in the source; starts with `ChIJ`. */
  placeId: string
  /** The requested place id if it is outdated and so must not be returned. */
  stalePlaceId?: string | undefined
}

/** A listing's current identifiers, and whether its business is open. */
export interface ListingStatus extends PresentListing, Pick<ListingFacts, 'businessStatus'> {}

/** The details of one listing in a source. */
export interface ListingDetails extends PresentListing, ListingFacts {}

/** One listing that a search found. The CID comes from the source rather than from the place id. */
export interface ListingCandidate extends ListingDetails {
  title: string
}

/** The listing to look up: always the CID, and the place id if the input had one. */
export interface ListingKey {
  cid: Cid
  placeId: string | null
}

export interface ListingQuery {
  /** A business name, trimmed, 1 to 200 characters. */
  name: string
  /** ISO 3166-1 alpha-2, in uppercase; null for anywhere. */
  country: string | null
}

/** The name and location of a listing in a link without an identifier. */
export interface ListingName {
  name: string
  /** Null if the link has none. */
  location: Location | null
}

/** A source of listings: the sample data that ships with Pinref, or an upstream. */
export interface ListingSource {
  readonly kind: 'sample' | 'places'
  /** Returns the place id stored earlier for a CID; null if there is none. Reads only the store. */
  learntPlaceId(cid: Cid): Promise<string | null>
  /**
   * Returns the current identifiers of one listing, using only free calls; null if this source does not cover it.
   * @throws the same errors as `details`.
   */
  check(key: ListingKey, lookup: Lookup): Promise<PresentListing | null>
  /**
   * Returns the current identifiers of one listing, and whether its business is open, which Google charges for; null if
   * this source does not cover the listing.
   * @throws the same errors as `details`.
   */
  checkStatus(key: ListingKey, lookup: Lookup): Promise<ListingStatus | null>
  /**
   * Returns the details of one listing; null if this source does not cover it (the response then has only its
   * identifiers).
   * @throws PinrefError `listing_not_found` if the listing does not exist in the source; a 500 error otherwise.
   */
  details(key: ListingKey, lookup: Lookup): Promise<ListingDetails | null>
  /** Returns candidates for a name, best first, at most 20. */
  search(query: ListingQuery, lookup: Lookup): Promise<ListingCandidate[]>
  /**
   * Returns the one listing with exactly this name (ignoring case, accents, and punctuation) near the location, if known; null if
   * there is none, or more than one.
   */
  matchByName(named: ListingName, lookup: Lookup): Promise<ListingDetails | null>
  /** Returns a short link's target if this source has it on record; null otherwise. */
  recordedTarget(link: ShortLink): string | null
  /**
   * Returns the place id of a short link's listing without following its redirects; null if this source cannot find the
   * place id, for any reason.
   * @throws the signal's reason if it aborts.
   */
  placeIdOfLink(link: ShortLink, lookup: Lookup): Promise<string | null>
}

/** `listing_not_found`: the listing does not exist in the source, or no longer exists there. */
export class NoSuchListing extends PinrefError {
  /** The listing's last known place id, if the caller did not send one; null if there is none. */
  readonly lastPlaceId: string | null
  /** Why it may still exist under another place id: the search for one failed. Null if it certainly does not. */
  readonly doubt: PinrefError | null

  constructor(lastPlaceId: string | null = null, doubt: PinrefError | null = null) {
    super(
      'listing_not_found',
      'Google Maps does not have this listing, or no longer has it. Open the listing in Google Maps, choose Share, and paste the new link.',
    )
    this.lastPlaceId = lastPlaceId
    this.doubt = doubt
  }
}
