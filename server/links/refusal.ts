import { PinrefError } from '@/server/errors'

/** Why a text names no listing: one of the two errors of `readReference`, not thrown yet. */
export interface Refusal {
  kind: 'refused'
  code: 'no_listing_in_link' | 'unsupported_link'
  /** What the link or identifier is; null for `unsupported_link`. */
  why: NoListing | null
  /** Shown to the caller unchanged. */
  detail: string
}

const share = 'Open the listing in Google Maps, choose Share and paste that link.'
const copyAgain = 'Copy the whole link again.'

/** Links of Google Maps and identifiers of Google that name no single listing: what they are, and what to paste instead. */
const noListingDetails = {
  start_page: `This link opens Google Maps but names no listing. ${share}`,
  map_view: `This link shows a part of the map and names no listing. ${share}`,
  coordinates: `This link points to coordinates, not to a listing. ${share}`,
  dropped_pin: `This link points to a dropped pin, not to a listing. ${share}`,
  search: `This link is a search on the map and names no single listing. ${share}`,
  route: `This link is a route and names no single listing. ${share}`,
  list: `This link is a list of places and names no single listing. ${share}`,
  my_maps: `This link is a custom map made with My Maps and names no single listing. ${share}`,
  street_view: `This link is a Street View picture or a photo and names no listing. ${share}`,
  contributor: `This link is a contributor's profile and names no single listing. ${share}`,
  place_without_id: `This place link has no identifier, only a name or an address. ${share}`,
  google_search: `This link is a Google Search page and names no listing by an identifier. ${share}`,
  several: 'This text names several listings. Paste one of them at a time.',
  disagreeing: `This link contains identifiers of different listings, and it is unclear which one is meant. ${share}`,
  profile_id: `The number after mpd= in this link is the id of a Business Profile, not the listing's CID. ${share}`,
  rental: `This link is a vacation rental, which is not a listing on Google Maps. ${share}`,
  zero_cid: `A CID of 0 stands for no listing. ${share}`,
  address_id: `This place id names an address or a route, not a listing. ${share}`,
  point_id: `This place id names a point on the map, not a listing. ${share}`,
  street_id: `This place id names a street, a building or an area, not a listing. ${share}`,
  knowledge_id: `This is a Knowledge Graph id, which does not contain a listing's identifiers. ${share}`,
  damaged_id: `The identifier in this link is incomplete or damaged. ${copyAgain}`,
  damaged_profile_code: `The code in this g.page link is incomplete or damaged. ${copyAgain}`,
  overloaded: `This link has more in it than any link of Google Maps. ${share}`,
  missing_code: `This share link is cut off before its code. ${copyAgain}`,
} as const

export type NoListing = keyof typeof noListingDetails

export function noListing(what: NoListing): Refusal {
  return { kind: 'refused', code: 'no_listing_in_link', why: what, detail: noListingDetails[what] }
}

export function unsupported(detail: string): Refusal {
  return { kind: 'refused', code: 'unsupported_link', why: null, detail }
}

/** Returns a refusal as an error to throw. */
export const refusalError = ({ code, detail }: Refusal): PinrefError => new PinrefError(code, detail)
