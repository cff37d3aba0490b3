import { readDetailLevel } from '@/components/listing/detail-levels'
import type { DetailLevel } from '@/server/listings/resolve'

/** The lookup that the page's address names. */
export interface AddressedLookup {
  /** Empty where it names none. */
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

/**
 * Runs something once the page is visible, at once if it is: a tab opened in the background, or a prerendered page, must
 * not use up a lookup.
 * @returns a function that cancels it.
 */
export function whenVisible(run: () => unknown): () => void {
  if (document.visibilityState === 'visible') {
    run()
    return () => {}
  }
  const onChange = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onChange)
    run()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
