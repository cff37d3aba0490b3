import { decodeBase64Url } from '@/server/identifiers/base64url'
import type { NoListing } from './refusal'

/**
 * What a text is that stands where a place id belongs and is not a listing's. Place ids are protocol buffers: field 1 is
 * a listing, 2 an address, 3 a pair of coordinates, 4 a street or area with the feature id of its own nested inside.
 */
export function placeIdFault(text: string): NoListing {
  if (/^\/[gm]\/\w/.test(text)) return 'knowledge_id'
  const [tag, size, ...content] = decodeBase64Url(text) ?? []
  // The text of an address may be longer than one byte can say; its length then runs over two.
  if (size === undefined || content.length < Math.min(size, 0x7f)) return 'damaged_id'
  if (tag === 0x12) return 'address_id'
  if (tag === 0x1a && size === 0x12) return 'point_id'
  return tag === 0x22 ? 'street_id' : 'damaged_id'
}
