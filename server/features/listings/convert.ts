import { type Cid, decimalCid, hexCid, parseCid } from '@/server/places/identifiers/cid'
import { type ListingHosts, mapsUrl } from './listing'
import type { Conversion } from './shapes'

/**
 * Converts a CID between decimal and hexadecimal. Pure arithmetic: does not check that such a listing exists.
 * @param hosts the hosts in the returned links.
 * @throws PinrefError `invalid_cid` with the reason.
 */
export const convert = (text: string, hosts: ListingHosts): Conversion => conversionOf(parseCid(text), hosts)

/** Returns a CID in decimal and hexadecimal, with its links. */
export function conversionOf(cid: Cid, hosts: ListingHosts): Conversion {
  const url = mapsUrl(cid, hosts)
  return { cid_decimal: decimalCid(cid), hex_cid: hexCid(cid), maps_url: url, schema_hasmap: url }
}
