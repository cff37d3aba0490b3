import { PinrefError } from '@/server/errors'
import type { ListingReference } from './reference'

/**
 * Why a text was rejected, for programs that sort texts by the remedy: a name can be searched for, a link that was `cut` has to
 * be copied again, `no_listing` is a map link to something else, `other_site` is not a map link.
 */
export type RefusalCause = 'cut' | 'damaged' | 'several' | 'no_listing' | 'other_site' | 'words' | 'too_long'

/** Why a text does not point to a listing: one of the two errors of `readReference`, not thrown yet. */
export interface Refusal {
  kind: 'refused'
  code: 'no_listing_in_link' | 'unsupported_link'
  cause: RefusalCause
  /** What the link or identifier is; null for `unsupported_link`. */
  why: NoListing | 'cut_off' | null
  /** Shown to the caller unchanged. */
  detail: string
  /** The listing if, against the odds, the link is complete; null for every other refusal. */
  ifWhole: ListingReference | null
}

/** The error for a text that does not point to a listing. */
export class UnreadableText extends PinrefError {
  readonly why: RefusalCause
  readonly ifWhole: ListingReference | null

  constructor({ code, detail, cause, ifWhole }: Refusal) {
    super(code, detail)
    this.why = cause
    this.ifWhole = ifWhole
  }
}

const share = 'Open the listing in Google Maps, choose Share, and paste that link.'
const openOne = 'Open the listing you want in Google Maps, choose Share, and paste that link.'
const copyAgain = 'Copy the whole link again.'

/** Google Maps links and Google identifiers that do not point to one listing: what they are, and what to paste instead. */
const noListingDetails = {
  start_page: `This link opens Google Maps but does not point to a listing. ${share}`,
  map_view: `This link shows an area of the map, not a listing. ${share}`,
  coordinates: `This link points to coordinates, not a listing. ${share}`,
  dropped_pin: `This link points to a dropped pin, not a listing. ${share}`,
  search: `This link is a map search, not a listing. ${openOne}`,
  route: `This link is a route, not a listing. ${openOne}`,
  list: `This link is a list of places, not a listing. ${openOne}`,
  my_maps: `This link is a custom map made with My Maps, not a listing. ${share}`,
  street_view: `This link is a Street View image or a photo, not a listing. ${share}`,
  contributor: `This link is a contributor's profile, not a listing. ${share}`,
  place_without_id: `This place link has no identifier, only a name or an address. ${share}`,
  google_search: `This link is a Google Search page without a listing's identifier. ${share}`,
  several: 'This text points to several listings. Paste one at a time.',
  disagreeing: `This link contains identifiers of different listings, so it is unclear which one you want. ${share}`,
  profile_id: `The number after mpd= in this link is the id of a Business Profile, not the listing's CID. ${share}`,
  profile_number: `The number in this link is the id of a Business Profile, not the listing's CID. ${share}`,
  knowledge_id_link: `This link contains only a Knowledge Graph id, which does not contain a CID. ${share}`,
  local_services: `This link is an ad or a list from Google's Local Services, not a listing. ${share}`,
  google_app: `This link was shared from the Google app and does not lead directly to a listing. Open it, then open the listing in Google Maps, choose Share, and paste that link.`,
  rental: `This link is a vacation rental, not a listing on Google Maps. ${share}`,
  zero_cid: `A CID of 0 does not belong to any listing. ${share}`,
  address_id: `This place id belongs to an address or a route, not a listing. ${share}`,
  point_id: `This place id belongs to a point on the map, not a listing. ${share}`,
  street_id: `This place id belongs to a street, a building, or an area, not a listing. ${share}`,
  knowledge_id: `This is a Knowledge Graph id, which does not contain a CID. ${share}`,
  damaged_id: `The identifier in this link is incomplete or damaged. ${copyAgain}`,
  damaged_profile_code: `The code in this g.page link is incomplete or damaged. ${copyAgain}`,
  overloaded: `This link is more complex than any real Google Maps link. ${share}`,
  placeholder: `This is an example, not a listing's identifier. ${share}`,
  missing_code: `This share link is missing its code. ${copyAgain}`,
} as const

export type NoListing = keyof typeof noListingDetails

const causes: Partial<Record<NoListing, RefusalCause>> = {
  several: 'several',
  disagreeing: 'several',
  damaged_id: 'damaged',
  damaged_profile_code: 'damaged',
  missing_code: 'cut',
}

export function noListing(why: NoListing): Refusal {
  const [code, cause, detail] = ['no_listing_in_link', causes[why] ?? 'no_listing', noListingDetails[why]] as const
  return { kind: 'refused', code, cause, why, detail, ifWhole: null }
}

/** Rejects a link whose end is missing. */
export function cutOff(detail: string, ifWhole: ListingReference | null): Refusal {
  return { kind: 'refused', code: 'no_listing_in_link', cause: 'cut', why: 'cut_off', detail, ifWhole }
}

export function unsupported(detail: string, cause: RefusalCause): Refusal {
  return { kind: 'refused', code: 'unsupported_link', cause, why: null, detail, ifWhole: null }
}

/** Returns a refusal as an error to throw. */
export const refusalError = (refusal: Refusal): PinrefError => new UnreadableText(refusal)
