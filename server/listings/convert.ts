import { decimalCid, hexCid, parseCid } from '@/server/identifiers/cid'
import { mapsUrl } from './listing'
import type { Conversion } from './shapes'

/**
 * Converts a CID between decimal and hexadecimal. Pure arithmetic: whether such a listing exists is not asked.
 * @throws PinrefError `invalid_cid`, saying why.
 */
export function convert(text: string): Conversion {
  const cid = parseCid(text)
  return { cid_decimal: decimalCid(cid), hex_cid: hexCid(cid), maps_url: mapsUrl(cid), schema_hasmap: mapsUrl(cid) }
}
