import { decodeBase64Url } from '@/server/identifiers/base64url'
import { cidFromBits } from '@/server/identifiers/cid'
import { referenceTo } from './found-identifiers'
import { readKgId } from './kg-id'
import { messageOf, numberOf, readProtobuf, textOf } from './protobuf'
import type { ListingReference } from './reference'
import { noListing, type Refusal } from './refusal'

/** The values of a token's field 2, the kind of place it names. */
const hotel = 1n
const rental = 2n

/**
 * Reads `/travel/hotels/entity/<token>`, whose token is base64url of `{ 1: { 1: CID, 3: Knowledge Graph id }, 2: 1 }`. The
 * token of a rental has another kind of number in place of the CID.
 * @returns null for any other path.
 */
export function readHotelLink(path: string): ListingReference | Refusal | null {
  const token = /^\/travel\/hotels\/entity\/([\w-]+)/i.exec(path)?.[1]
  if (token === undefined) return null
  const bytes = decodeBase64Url(token)
  const fields = bytes && readProtobuf(bytes)
  const place = fields && messageOf(fields, 1)
  if (!place) return noListing('damaged_id')
  if (numberOf(fields, 2) === rental) return noListing('rental')
  const cid = numberOf(place, 1)
  if (numberOf(fields, 2) !== hotel || cid === null) return noListing('damaged_id')
  const kgId = readKgId(textOf(place, 3))
  const id = { cell: 0n, cid: cidFromBits(cid) }
  const identifier = { kind: 'cid', id, isDigits: false, form: 'hotel_link', kgId } as const
  return referenceTo([identifier], null) ?? noListing('zero_cid')
}
