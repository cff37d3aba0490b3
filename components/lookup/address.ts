import { readDetailLevel } from '@/components/listing/detail-levels'
import type { DetailLevel } from '@/server/listings/resolve'

/** The lookup that the page's address names. */
export interface AddressedLookup {
  /** Empty if it names none. */
  text: string
  details: DetailLevel
}

/** Puts a lookup into the page's address, to be shared or bookmarked. */
export function setAddress({ text, details }: AddressedLookup): void {
  const more = details === 'full' ? '' : `&details=${details}`
  window.history.replaceState(null, '', `/?q=${encodeURIComponent(text)}${more}`)
}

export function readAddress(): AddressedLookup {
  const query = new URLSearchParams(window.location.search)
  return { text: query.get('q') ?? '', details: readDetailLevel(query.get('details')) }
}
