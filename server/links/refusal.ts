import { PinrefError } from '@/server/errors'
import type { ListingReference } from './reference'

/**
 * Why a text cannot be read, for programs that sort texts by what to do about them: a name can be searched for, a link that
 * was `cut` has to be copied again, `no_listing` is a map link to something else, `other_site` no map link at all.
 */
export type RefusalCause = 'cut' | 'damaged' | 'several' | 'no_listing' | 'other_site' | 'words' | 'too_long'

/** Why a text names no listing: one of the two errors of `readReference`, not thrown yet. */
export interface Refusal {
  kind: 'refused'
  code: 'no_listing_in_link' | 'unsupported_link'
  cause: RefusalCause
  /** What the link or identifier is; null for `unsupported_link`. */
  why: NoListing | 'cut_off' | null
  /** Shown to the caller unchanged. */
  detail: string
  /** What the link names if, against all odds, nothing of it was cut off; null for every other refusal. */
  ifWhole: ListingReference | null
}

/** The error for a text that names no listing. */
export class UnreadableText extends PinrefError {
  readonly why: RefusalCause
  readonly ifWhole: ListingReference | null

  constructor({ code, detail, cause, ifWhole }: Refusal) {
    super(code, detail)
    this.why = cause
    this.ifWhole = ifWhole
  }
}

const share = 'Open the listing in Google Maps, choose Share and paste that link.'
const openOne = 'Open the listing you want in Google Maps, choose Share and paste that link.'
const copyAgain = 'Copy the whole link again.'

/** Links of Google Maps and identifiers of Google that name no single listing: what they are, and what to paste instead. */
const noListingDetails = {
  start_page: `This link opens Google Maps but names no listing. ${share}`,
  map_view: `This link shows a part of the map and names no listing. ${share}`,
  coordinates: `This link points to coordinates, not to a listing. ${share}`,
  dropped_pin: `This link points to a dropped pin, not to a listing. ${share}`,
  search: `This link is a search on the map and names no single listing. ${openOne}`,
  route: `This link is a route and names no single listing. ${openOne}`,
  list: `This link is a list of places and names no single listing. ${openOne}`,
  my_maps: `This link is a custom map made with My Maps and names no single listing. ${share}`,
  street_view: `This link is a Street View picture or a photo and names no listing. ${share}`,
  contributor: `This link is a contributor's profile and names no single listing. ${share}`,
  place_without_id: `This place link has no identifier, only a name or an address. ${share}`,
  google_search: `This link is a Google Search page and names no listing by an identifier. ${share}`,
  several: 'This text names several listings. Paste one of them at a time.',
  disagreeing: `This link contains identifiers of different listings, and it is unclear which one is meant. ${share}`,
  profile_id: `The number after mpd= in this link is the id of a Business Profile, not the listing's CID. ${share}`,
  profile_number: `The number in this link is the id of a Business Profile, not the listing's CID. ${share}`,
  knowledge_id_link: `This link has only a Knowledge Graph id, which does not contain a listing's identifiers. ${share}`,
  local_services: `This link is an ad or a list of Google's Local Services and names no listing. ${share}`,
  google_app: `This link was shared from the Google app and does not lead to a listing directly. Open it, then open the listing in Google Maps, choose Share and paste that link.`,
  rental: `This link is a vacation rental, which is not a listing on Google Maps. ${share}`,
  zero_cid: `A CID of 0 stands for no listing. ${share}`,
  address_id: `This place id names an address or a route, not a listing. ${share}`,
  point_id: `This place id names a point on the map, not a listing. ${share}`,
  street_id: `This place id names a street, a building or an area, not a listing. ${share}`,
  knowledge_id: `This is a Knowledge Graph id, which does not contain a listing's identifiers. ${share}`,
  damaged_id: `The identifier in this link is incomplete or damaged. ${copyAgain}`,
  damaged_profile_code: `The code in this g.page link is incomplete or damaged. ${copyAgain}`,
  overloaded: `This link has more in it than any link of Google Maps. ${share}`,
  placeholder: `This is an example and not the identifier of a listing. ${share}`,
  missing_code: `This share link is cut off before its code. ${copyAgain}`,
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

/** Refuses a link whose end is missing. */
export function cutOff(detail: string, ifWhole: ListingReference | null): Refusal {
  return { kind: 'refused', code: 'no_listing_in_link', cause: 'cut', why: 'cut_off', detail, ifWhole }
}

export function unsupported(detail: string, cause: RefusalCause): Refusal {
  return { kind: 'refused', code: 'unsupported_link', cause, why: null, detail, ifWhole: null }
}

/** Returns a refusal as an error to throw. */
export const refusalError = (refusal: Refusal): PinrefError => new UnreadableText(refusal)
