import { decodeBase64Url } from '@/server/identifiers/base64url'
import type { NoListing } from './refusal'

/**
 * Says what a text is that was given as a place id but is not a listing's. Place ids are protocol buffers: field 1 is a
 * listing, 2 an address, 3 a pair of coordinates, 4 a street or area with its own feature id nested inside.
 */
export function placeIdFault(text: string): NoListing {
  if (/^\/[gm]\/\w/.test(text)) return 'knowledge_id'
  const [tag, size, ...content] = decodeBase64Url(text) ?? []
  // The text of an address may be too long for a length of one byte. Its length then takes two.
  if (size === undefined || content.length < Math.min(size, 0x7f)) return 'damaged_id'
  if (tag === 0x12) return 'address_id'
  if (tag === 0x1a && size === 0x12) return 'point_id'
  return tag === 0x22 ? 'street_id' : 'damaged_id'
}
