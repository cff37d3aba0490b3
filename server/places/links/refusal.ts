import type { Cid } from '@/server/places/identifiers/cid'
import { PinrefError } from '@/server/platform/problems/errors'
import type { ListingReference } from './reference'

/**
 * Why a string was rejected, for programs that sort strings by remedy: a name can be searched for; a `cut` link must be
 * copied again; a `rounded` number may be a CID, which only its source can confirm; `no_listing` is a map link to something
 * else; and `other_site` is not a map link.
 */
export type RefusalCause =
  | 'cut'
  | 'damaged'
  | 'rounded'
  | 'several'
  | 'no_listing'
  | 'other_site'
  | 'words'
  | 'too_long'

/** Why a string does not point to a listing: one of the errors that `readReference` throws, before it is thrown. */
export interface Refusal {
  kind: 'refused'
  code: 'no_listing_in_link' | 'unsupported_link' | 'rounded_cid'
  cause: RefusalCause
  /** The kind of link or identifier; null unless the code is `no_listing_in_link`. */
  why: NoListing | 'cut_off' | null
  /** Shown to the caller unchanged. */
  detail: string
  /** The listing that the text points to if its number is complete and exact after all; null for all other refusals. */
  ifWhole: ListingReference | null
}

/** The error for a string that does not point to a listing. */
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
export const whatToPaste = 'Paste a share link from Google Maps, a place id, or a CID.'

/**
 * Explanations for Google Maps links and Google identifiers that do not point to one listing: what they are, and what
 * to paste instead.
 */
const noListingDetails = {
  start_page: `This link opens Google Maps but does not point to a listing. ${share}`,
  map_view: `This link shows an area of the map, not a listing. ${share}`,
  coordinates: `This link points to coordinates, not a listing. ${share}`,
  dropped_pin: `This link points to a dropped pin, not a listing. ${share}`,
  search: `This link is a map search, not a listing. ${openOne}`,
  route: `This link is a route, not a listing. ${openOne}`,
  list: `This link is a list of places, not a listing. ${openOne}`,
  my_maps: `This link is a map from My Maps, not a listing. ${share}`,
  street_view: `This link is a Street View image or a photo, not a listing. ${share}`,
  contributor: `This link is a contributor's profile or list of reviews, not a listing. ${share}`,
  review: `This link opens reviews but does not contain the listing's identifier. ${share}`,
  place_without_id: `This place link has no identifier, only a name or an address. ${share}`,
  google_search: `This link is a Google Search page without a listing's identifier. ${share}`,
  several: 'This text points to several listings. Paste one link at a time.',
  disagreeing: `This link contains identifiers of different listings. ${openOne}`,
  profile_number: `The number in this link is the id of a Business Profile, not the listing's CID. ${share}`,
  knowledge_id_link: `This link contains only a Knowledge Graph id, which does not contain a CID. ${share}`,
  local_services: `This link is a list or an ad of Local Services, not a listing. ${share}`,
  google_app: `This link is from the Google app and does not lead directly to a listing. ${share}`,
  hotel_share_link: 'This is a share link to a hotel. Open it in a browser and paste the address that it leads to.',
  rental: `This link is a vacation rental, not a listing on Google Maps. ${share}`,
  old_cid: `This is an old kind of link whose number may not be the listing's CID. ${share}`,
  zero_cid: `A CID of 0 does not belong to any listing. ${share}`,
  address_id: `This place id belongs to an address or a route, not a listing. ${share}`,
  point_id: `This place id belongs to a point on the map, not a listing. ${share}`,
  street_id: `This place id belongs to a street, a building, or an area, not a listing. ${share}`,
  knowledge_id: `This is a Knowledge Graph id, which does not contain a CID. ${share}`,
  damaged_id: `The identifier in this link is incomplete or damaged. ${copyAgain}`,
  damaged_profile_code: `The code in this g.page link is incomplete or damaged. ${copyAgain}`,
  overloaded: `This link is too complex for a Google Maps link. ${share}`,
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

function refusal(
  code: Refusal['code'],
  cause: RefusalCause,
  detail: string,
  why: Refusal['why'] = null,
  ifWhole: ListingReference | null = null,
): Refusal {
  return { kind: 'refused', code, cause, why, detail, ifWhole }
}

export const noListing = (why: NoListing): Refusal =>
  refusal('no_listing_in_link', causes[why] ?? 'no_listing', noListingDetails[why], why)

/** Rejects a link whose end is missing. */
const cutOff = (detail: string, ifWhole?: ListingReference): Refusal =>
  refusal('no_listing_in_link', 'cut', detail, 'cut_off', ifWhole)

export const unsupported = (detail: string, cause: RefusalCause): Refusal => refusal('unsupported_link', cause, detail)

/**
 * Rejects a number that was rounded, or may have been.
 * @param ifWhole the listing with exactly this CID; null if digits are missing.
 */
export const rounded = (ifWhole: ListingReference | null): Refusal =>
  refusal('rounded_cid', 'rounded', ifWhole ? maybeRounded : surelyRounded, null, ifWhole)

const surelyRounded =
  'A spreadsheet or program rounded this number, as in 2.95036E+18. Format the column as text before you enter the numbers.'
const maybeRounded =
  'This number may have been rounded. Send the CID in hexadecimal, or a link with its feature id. With details "checked", it is accepted if Google Maps has this listing.'

/** Converts a refusal to an error. */
export const refusalError = (refusal: Refusal): PinrefError => new UnreadableText(refusal)

/*
 * CIDs are spread evenly over 64 bits, so the share of all CIDs below 2^n is 2^(n-64). A very short number is usually a
 * longer one that was cut off:
 *
 * - At the end of its link, below 2^55. Only 1 in 512 complete CIDs is that short. Of the 15 places where 16
 *   hexadecimal digits can be cut, all but 1.5 (the last place, and half of the one before) leave a number below this
 *   limit; of the 19 places in a decimal CID, all but 2 do. About 10% of such cuts therefore still leave a number that
 *   looks like a CID.
 * - Anywhere else in a link, below 2^44. Only 1 in 1,048,576 complete CIDs is that short.
 */
const shortestAtEnd = 2n ** 55n
const shortest = 2n ** 44n

/**
 * Whether a number in a link is too short to be accepted as a CID.
 * @param isAtEnd returns whether the link ends with the number; called only if that matters.
 */
export function isTooShort({ cid, canBeCut }: ListingReference, isAtEnd: () => boolean): boolean {
  return canBeCut && (cid < shortest || (cid < shortestAtEnd && isAtEnd()))
}

/** Whether a number by itself is too short to be accepted as a CID. */
export const isShortNumber = (number: bigint): boolean => number < shortest

/** Whether a feature id looks like an example, such as `0x123:0x456`. No S2 cell has such a small number. */
export const isPlaceholder = ({ cell, cid }: { cell: bigint; cid: Cid }): boolean =>
  cid !== 0n && cell !== 0n && cell < shortest && cid < shortest

const longestShown = 24
const copyAll = 'Copy the whole link.'

/** Returns the last part of a link, in quotation marks. */
function endOf(link: string): string {
  const [last = ''] = /[^?&#!/]*$/.exec(link.slice(-100).replace(/[?&#!/]{1,9}$/, '')) ?? []
  return last.length > longestShown ? `"…${last.slice(-longestShown)}"` : `"${last}"`
}

/** Rejects a link that a program shortened with an ellipsis. */
export const shortened = (link: string): Refusal => cutOff(`This link was cut off after ${endOf(link)}. ${copyAll}`)

/** Rejects a link whose number is too short to be a CID. */
export function tooShort(link: string, reference: ListingReference): Refusal {
  const where = `This link was probably cut off after ${endOf(link)}: that number is very short for a CID.`
  return cutOff(`${where} ${copyAll} If it is complete, send only the number, after cid:.`, reference)
}

/** Rejects a link whose number may have been split by a space, a line break, or a mark. */
export const broken = (link: string): Refusal =>
  cutOff(
    `This link may be broken after ${endOf(link)}. Copy the whole link in one piece, without spaces or line breaks.`,
  )
