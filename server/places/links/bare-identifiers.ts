import { cidFromBits, cidFromHex, cidFromSigned, largestCid, mayBeRounded } from '@/server/places/identifiers/cid'
import { featureIdOf, parseFeatureId } from '@/server/places/identifiers/feature-id'
import { findLinks } from './find-links'
import { type Identifier, referenceTo } from './found-identifiers'
import { googleSite, parseLinkUrl } from './link-url'
import { placeIdFault } from './no-listing'
import { isCoordinates } from './place-names'
import { isShortLinkHost, type ListingReference, type ReferenceForm } from './reference'
import { isPlaceholder, isShortNumber, noListing, type Refusal, rounded, unsupported, whatToPaste } from './refusal'

/**
 * Quotation marks, brackets, and labels that people copy along with an identifier, and the `="…"` around a number in a CSV
 * for spreadsheets.
 */
const quotes = /^=?["'“”„‘’«»`([<]{1,4}|["'“”„‘’«»`)\]>,;]{1,4}$/g
const placeIdLabel = /^(?:place[_ ]?id\s*[:=：]|places\/)\s*/i
const cidLabel = /^cid\s*[:=：]\s*/i
const markdown = /^\[([^\]]*)\]\(([^()]*)\)$/

/**
 * Parses a string that is only an identifier: a place id, a feature id, or a CID in decimal (if negative, in two's complement) or
 * in hexadecimal after `0x`. Ignores quotation marks, a label such as `cid:`, and markup around it.
 * @returns null for any other text.
 */
export function readBareIdentifier(text: string): ListingReference | Refusal | null {
  const [, words, target] = markdown.exec(text) ?? []
  if (words === undefined || target === undefined) return readUnquoted(text.replace(quotes, ''))
  const named = readUnquoted(target) ?? readUnquoted(words)
  // In `[1](https://…)`, the number is not an identifier.
  return named?.kind === 'refused' && named.cause === 'words' ? null : named
}

function readUnquoted(text: string): ListingReference | Refusal | null {
  const placeId = text.replace(placeIdLabel, '').replace(/^(ChIJ[\w-]{23})[=_]+$/, '$1')
  if (isLikePlaceId(placeId)) {
    const id = featureIdOf(placeId)
    return id ? listing({ id, isDigits: false }, 'place_id') : unsupported(brokenPlaceId(placeId), 'damaged')
  }
  const featureId = parseFeatureId(pairIn(text))
  if (featureId) return isPlaceholder(featureId) ? noListing('placeholder') : listing({ id: featureId }, 'feature_id')
  const unlabeled = text.replace(cidLabel, '')
  const number = unlabeled.replace(/^(\d+)\.0+$/, wholeNumber)
  if (/^(?:-?\d+|0x[\da-f]+)$/i.test(number)) {
    const cid = /^0x/i.test(number) ? cidFromHex(number) : cidFromSigned(number)
    if (cid === null) return unsupported(number.startsWith('-') ? belowRange : outOfRange, 'damaged')
    const size = number.startsWith('-') ? cidFromBits(-cid) : cid
    if (unlabeled === text && cid !== 0n && isShortNumber(size)) return unsupported(shortNumber, 'words')
    return listing({ id: { cell: 0n, cid }, canBeRounded: mayBeRounded(number) }, 'cid')
  }
  if (/^[\da-f]{8,16}$/i.test(text)) return unsupported(withoutPrefix, 'damaged')
  if (/^-?\d(?:[.,]\d+)?e\+\d{1,2}$|^\d{16,20}\.0+$/i.test(text)) return rounded(null)
  if (isCoordinates(text)) return unsupported(coordinates, 'no_listing')
  const other = /^(?:Gh|E[h-l]|Ih)[\w-]{12,}$|^\/[gm]\/\w{3,}$/.test(placeId) ? placeIdFault(placeId) : 'damaged_id'
  return other === 'damaged_id' ? null : noListing(other)
}

/**
 * Whether a string begins like a place id. Some programs lowercase their input, but a short word with different
 * capitalization is just a word.
 */
const isLikePlaceId = (text: string) => /^ChIJ[\w-]*$/.test(text) || /^ChIJ[\w-]{20,}$/i.test(text)

/** Normalizes a feature id that has spaces around its colon or whose halves lack `0x`. */
function pairIn(text: string): string {
  const pair = text.replace(/\s*(?::|%3A)\s*/i, ':')
  return /^[\da-f]{14,16}:[\da-f]{8,16}$/i.test(pair) && /[a-f]/i.test(pair) ? `0x${pair.replace(':', ':0x')}` : pair
}

/** Removes the `.0` that a program appended; returns the number unchanged if its digits were rounded. */
const wholeNumber = (text: string, digits: string): string =>
  digits.length > 15 && BigInt(Number(digits)) === BigInt(digits) ? text : digits

const withoutPrefix = 'If this is a hexadecimal CID, put 0x in front of it.'
const shortNumber = 'This number is too short for a CID. If it is one, put cid: in front of it.'
const coordinates = `These are coordinates, not a listing. ${whatToPaste}`
const outOfRange = `This number is too large. The largest CID is ${largestCid}.`
const belowRange = 'This number is too small. The smallest signed CID is -9223372036854775808.'

function listing(found: Pick<Identifier, 'id'> & Partial<Identifier>, form: ReferenceForm): ListingReference | Refusal {
  return referenceTo([{ kind: 'whole', isDigits: true, ...found, form }], null) ?? noListing('zero_cid')
}

function brokenPlaceId({ length }: string): string {
  return length === 27
    ? 'This looks like a damaged place id. Copy the whole place id again. Place ids are case-sensitive.'
    : `A listing's place id has 27 characters, but this one has ${length}. Copy the whole place id again.`
}

const longestName = 200

/**
 * Whether a string consists of hexadecimal digits without `0x` and is not a word made only of such letters, like
 * "fabaceae".
 */
export const isBareHex = (text: string): boolean =>
  /^[\da-f]{8,16}$/i.test(text) && /[a-f]/i.test(text) && (/\d/.test(text) || text.length === 16)

/**
 * Returns a string as a name to search for; null if the text contains a link, looks like an identifier, or cannot be a
 * name.
 */
export function businessName(text: string): string | null {
  const words = text.trim().replace(/\s+/g, ' ')
  const isWord = readBareIdentifier(words) === null || /^[a-f]{8,15}$/i.test(words)
  const isPlain = isWord && findLinks(words).length === 0
  return isPlain && /\p{L}/u.test(words) && [...words].length <= longestName ? words : null
}

/** The error for a link or an identifier that was sent as a name. */
export const useResolve = 'This is a link or an identifier, not a name. Use resolve to look it up.'

/** No link and no name is longer. */
const longestText = 2_048

/**
 * Whether a string to search for is not a name: it is a place id that begins `ChIJ`, a feature id, a hexadecimal CID, a
 * number that is long enough for a CID, a labeled CID, or it contains a link. `4711` and `Booking.com` are names.
 */
export function isForResolve(text: string): boolean {
  if (text.length > longestText) return false
  const plain = text.trim().replace(quotes, '')
  const unlabeled = plain.replace(cidLabel, '')
  const [, digits] = /^-?(\d+)$/.exec(unlabeled) ?? []
  if (digits !== undefined) return unlabeled !== plain || !isShortNumber(BigInt(digits))
  if (/^0x[\da-f]+$/i.test(unlabeled) || parseFeatureId(pairIn(plain)) !== null) return true
  return isLikePlaceId(plain.replace(placeIdLabel, '')) || findLinks(text).some(isSureLink)
}

/** Whether what looks like a link cannot be part of a name: only links to Google are certain without a scheme. */
function isSureLink(link: string): boolean {
  const url = /^[^/?#]*\/\//.test(link) ? null : parseLinkUrl(link)
  return url === null || (url.tail !== '' && (googleSite(url.host) !== null || isShortLinkHost(url.host)))
}
