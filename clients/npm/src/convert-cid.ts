import { conversionOf } from '@/server/features/listings/convert'
import { cidFromText, whyNotACid } from '@/server/places/identifiers/cid'
import type { Conversion } from './answers.js'
import { defaultHosts } from './defaults.js'
import { PinrefError } from './errors.js'

/**
 * Returns a CID in decimal and hexadecimal with its links, as `/api/convert` does.
 * @param cid decimal digits, or hexadecimal ones with or without `0x`; 0 to 18446744073709551615.
 * @throws PinrefError `invalid_cid`; its message says why.
 */
export function convertCid(cid: string): Conversion {
  const found = cidFromText(cid)
  if (found === null) throw new PinrefError('invalid_cid', whyNotACid(cid))
  return conversionOf(found, defaultHosts)
}
