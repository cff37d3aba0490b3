import { cidFromHex, cidFromSigned } from '@/server/identifiers/cid'
import { type FeatureId, featureIdOf, parseFeatureId } from '@/server/identifiers/feature-id'
import { referenceTo } from './found-identifiers'
import { placeIdFault } from './place-id-faults'
import type { ListingReference, ReferenceForm } from './reference'
import { noListing, type Refusal, unsupported } from './refusal'
import { isCoordinates } from './titles'

/**
 * Reads a text that is an identifier and nothing else: a place id, a feature id, or a CID in decimal (if negative, in two's
 * complement) or in hexadecimal after `0x`, with or without `cid:` before it.
 * @returns null for any other text.
 */
export function readBareIdentifier(text: string): ListingReference | Refusal | null {
  const placeId = text.replace(/^(?:place_id:|places\/)\s*/, '')
  // Some programs change their input to lower case. A short word that begins like a place id in another case is just a word.
  if (/^ChIJ[\w-]*$/.test(placeId) || /^ChIJ[\w-]{20,}$/i.test(placeId)) {
    const id = featureIdOf(placeId)
    return id ? listing(id, 'place_id') : unsupported(brokenPlaceId(placeId))
  }
  const featureId = parseFeatureId(text)
  if (featureId) return listing(featureId, 'feature_id')
  const number = text.replace(/^cid:\s*/i, '')
  if (/^(?:-?\d+|0x[0-9a-f]+)$/i.test(number)) {
    const cid = /^0x/i.test(number) ? cidFromHex(number) : cidFromSigned(number)
    if (cid === null) return unsupported(number.startsWith('-') ? belowRange : outOfRange)
    return listing({ cell: 0n, cid }, 'cid')
  }
  if (/^[0-9a-f]{8,16}$/i.test(text)) return unsupported(withoutPrefix)
  if (/^-?\d(?:[.,]\d+)?e\+\d{1,2}$/i.test(text)) return unsupported(rounded)
  if (isCoordinates(text)) return unsupported(coordinates)
  const other = /^(?:Gh|E[h-l]|Ih)[\w-]{12,}$|^\/[gm]\/\w{3,}$/.test(placeId) ? placeIdFault(placeId) : 'damaged_id'
  return other === 'damaged_id' ? null : noListing(other)
}

const withoutPrefix = 'If this is a CID in hexadecimal, write 0x before it.'
const rounded =
  'A spreadsheet has rounded this number, as in 2.95036E+18. Format its column as text before you fill it in.'
const coordinates = 'These are coordinates, not a listing. Paste a share link from Google Maps, a place id or a CID.'
const outOfRange = 'This number is too large for a CID, which is at most 18446744073709551615.'
const belowRange = 'This number is too small for a CID, which is at least -9223372036854775808 where it has a sign.'

function listing(id: FeatureId, form: ReferenceForm): ListingReference | Refusal {
  return referenceTo([{ kind: 'whole', id, form }], null) ?? noListing('zero_cid')
}

function brokenPlaceId({ length }: string): string {
  return length === 27
    ? 'This looks like a place id but is damaged. Copy all of it again; upper and lower case matter.'
    : `The place id of a listing has 27 characters; this one has ${length}. Copy all of it again.`
}
