import type { PinrefError } from '@/server/errors'

/** Why a text cannot be looked up. */
export type RefusalCause = 'cut' | 'damaged' | 'several' | 'no_listing' | 'other_site' | 'words' | 'too_long'

/** Returns why the reader refused a text. */
export function causeOf({ code, message }: PinrefError): RefusalCause {
  if (/several listings|different listings/.test(message)) return 'several'
  if (/cut off/.test(message)) return 'cut'
  if (/damaged|too large|too small|rounded|27 characters|write 0x/.test(message)) return 'damaged'
  if (code === 'no_listing_in_link' || /coordinates/.test(message)) return 'no_listing'
  return /not an address of Google Maps|not a map link|malformed/.test(message) ? 'other_site' : 'words'
}
