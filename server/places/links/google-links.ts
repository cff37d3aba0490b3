import { decodeBase64, decodeBase64Url, encodeBase64Url } from '@/server/places/identifiers/base64url'
import { cidFromBits } from '@/server/places/identifiers/cid'
import {
  type FoundIdentifier,
  type IdentifierRule,
  identifiersIn,
  referenceTo,
  type ValueReader,
} from './found-identifiers'
import { type GoogleSite, type LinkUrl, percentDecode } from './link-url'
import { refusePlaceId } from './no-listing'
import { readKgId } from './place-names'
import { messageOf, numberOf, type ProtobufField, readProtobuf, textOf } from './protobuf'
import type { ListingReference } from './reference'
import { isShortNumber, type NoListing, noListing, type Refusal } from './refusal'
import { readSearchLink } from './search-links'
import { decimalCidIn, wholeIdIn } from './value-readers'
import type { Work } from './work'

type Reading = ListingReference | Refusal

/** Parses a review's token: one message with the place id first, then the review id. */
const reviewedPlaceIn: ValueReader = (value) => {
  const bytes = decodeBase64(value)
  const place = bytes && readProtobuf(bytes)?.find(({ number }) => number === 1)?.value
  if (!(place instanceof Uint8Array)) return null
  return wholeIdIn(encodeBase64Url(new Uint8Array([0x0a, place.length, ...place])))
}

/** The parameters that identify a listing on Google's pages outside Google Maps, by page. */
export const pageParameters = {
  /** `business.google.com/create?fp=`, which invites an owner to claim a listing. */
  create: [['fp', decimalCidIn, 'business_profile_link']],
  /** `local.google.com/place?id=`, a Business Profile shared from a phone. */
  place: [['id', decimalCidIn, 'business_profile_link']],
  /** `/local/writereview`, `/local/reviews`, `/local/imagery/…`, `/local/place/review/message`. */
  local: [
    ['placeid', wholeIdIn, 'review_link'],
    ['fid', wholeIdIn, 'google_search_link'],
    ['prspp', reviewedPlaceIn, 'review_link'],
  ],
  /** `/earth/rpc/entity?fid=`, a place in Google Earth. */
  earth: [['fid', wholeIdIn, 'earth_link']],
  /** `maps.googleapis.com/maps/api/place/…`, which only programs call. */
  api: [
    ['place_id', wholeIdIn, 'api_link'],
    ['placeid', wholeIdIn, 'api_link'],
  ],
} satisfies Record<string, readonly IdentifierRule[]>

/** Google's pages outside Google Maps whose addresses never contain a listing's identifier, with the type of each page. */
const otherPages: ReadonlyArray<readonly [path: RegExp, why: NoListing]> = [
  [/^\/viewer\/place\/?$/i, 'knowledge_id_link'],
  [/^\/localservices\//i, 'local_services'],
  [/^\/local\/business\/\d/i, 'profile_number'],
  [/^\/travel\/hotels\/s\/[\w-]+\/?$/i, 'hotel_share_link'],
]

/**
 * Parses Google's links outside Google Maps that can point to a listing: search results, reviews, hotels, Google Earth, Business
 * Profile.
 * @returns null for other pages.
 */
export function readGoogleLink(site: GoogleSite, url: LinkUrl, work: Work): Reading | null {
  const page = url.path.split('/')[1]?.toLowerCase()
  if (/^\/(?:local\/business\/setup\/)?create\/?$/i.test(url.path) && site !== 'maps') {
    return readParameters(url, pageParameters.create, work)
  }
  if (site === 'business') return null
  if (site === 'local') return page === 'place' ? readParameters(url, pageParameters.place, work) : null
  const other = otherPages.find(([path]) => path.test(url.path))?.[1]
  if (other) return noListing(other)
  if (page === 'local') return readLocalPage(url, work)
  if (page === 'search' && site !== 'maps') return readSearchLink(url, work)
  if (/^\/earth\/rpc\/entity$/i.test(url.path)) return readParameters(url, pageParameters.earth, work)
  return readHotelLink(url.path)
}

/** Parses a Places API address, legacy or new; null for any other address. Never reads the API key in the URL. */
export function readApiLink(url: LinkUrl, work: Work): Reading | null {
  const { host, path } = url
  if (host === 'places.googleapis.com') {
    const named = wholeIdIn(percentDecode(/^\/v1\/places\/([^/]+)$/i.exec(path)?.[1] ?? ''))
    return named && referenceTo([{ ...named, form: 'api_link' }], null)
  }
  const isPlaces = host === 'maps.googleapis.com' && /^\/maps\/api\/place\//i.test(path)
  return isPlaces ? readParameters(url, pageParameters.api, work) : null
}

function readLocalPage(url: LinkUrl, work: Work): Reading {
  // `/local/place/fid/0x…:0x…/photosphere`
  const inPath = wholeIdIn(percentDecode(/^\/local\/place\/fid\/([^/]+)/i.exec(url.path)?.[1] ?? ''))
  const more: FoundIdentifier[] = inPath ? [{ ...inPath, form: 'google_search_link' }] : []
  return readParameters(url, pageParameters.local, work, more) ?? refusePlaceId(url.query) ?? noListing(pageOf(url))
}

function pageOf({ path, query }: LinkUrl): NoListing {
  if (query.has('prspp')) return 'damaged_id'
  return /^\/local\/(?:write|place\/)?reviews?(?:\/|$)/i.test(path) ? 'review' : 'google_search'
}

function readParameters(
  { query }: LinkUrl,
  parameters: readonly IdentifierRule[],
  work: Work,
  more: readonly FoundIdentifier[] = [],
): Reading | null {
  return referenceTo([...more, ...identifiersIn(query, parameters, work)], null)
}

/** The values of a token's field 2, the kind of place. */
const hotel = 1n
const rental = 2n

/**
 * Parses `/travel/hotels/entity/<token>`, whose token is base64url of `{ 1: { 1: CID, 3: Knowledge Graph id }, 2: 1 }`.
 * A token with another field in the place is damaged, because an altered character can turn a field into another one.
 * A rental's token contains a different kind of number instead of the CID.
 * @param path may have a name before `entity`, such as the hotel's or its city's.
 * @returns null for any other path.
 */
function readHotelLink(path: string): ListingReference | Refusal | null {
  const token = /^\/travel\/hotels\/(?:[^/]+\/)?entity\/([\w-]+)/i.exec(path)?.[1]
  if (token === undefined) return null
  const bytes = decodeBase64Url(token)
  const fields = bytes && readProtobuf(bytes)
  const place = fields && messageOf(fields, 1)
  if (!place) return noListing('damaged_id')
  if (numberOf(fields, 2) === rental) return noListing('rental')
  const cid = numberOf(place, 1)
  if (numberOf(fields, 2) !== hotel || cid === null || !isHotel(place, cid)) return noListing('damaged_id')
  const kgId = readKgId(textOf(place, 3))
  const id = { cell: 0n, cid: cidFromBits(cid) }
  const identifier = { kind: 'cid', id, isDigits: false, form: 'hotel_link', kgId } as const
  return referenceTo([identifier], null) ?? noListing('zero_cid')
}

/** Whether the place in a hotel's token has only the fields of real tokens, and a number as long as a CID. */
const isHotel = (place: readonly ProtobufField[], cid: bigint) =>
  place.every(({ number }) => number === 1 || number === 3) && !isShortNumber(cid)

/** The code of `g.page/r/<code>[/review]`. The code ends at the first character that a code cannot contain. */
const profilePath = /^\/r\/([\w-]{15}(?=_+(?:[^\w-]|$))|[\w-]+)(\/review)?/i

/**
 * Parses a `g.page/r/` link, whose code is base64url of 11 bytes: `09`, the CID in little-endian, `10`, and a byte of
 * unknown meaning. No network is needed.
 * @returns null for any other link, including other g.page links.
 */
export function readProfileLink({ host, path }: LinkUrl): ListingReference | Refusal | null {
  if (host !== 'g.page' || !/^\/r(?:\/|$)/i.test(path)) return null
  const [, code = '', review] = profilePath.exec(path) ?? []
  const bytes = decodeBase64Url(code)
  if (bytes?.length !== 11 || bytes[0] !== 0x09 || bytes[9] !== 0x10) return noListing('damaged_profile_code')
  const cid = cidFromBits(new DataView(bytes.buffer).getBigUint64(1, true))
  const form = review ? 'review_link' : 'business_profile_link'
  return referenceTo([{ kind: 'cid', id: { cell: 0n, cid }, isDigits: false, form }], null) ?? noListing('zero_cid')
}
