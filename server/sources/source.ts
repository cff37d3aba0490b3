import type { ListingSource } from './listing-source'
import { sampleSource } from './sample/sample-source'

/** The source that this environment turns on. */
export function listingSource(): ListingSource {
  return sampleSource
}

/** Which source answers: the page says so. */
export const sourceKind = (): ListingSource['kind'] => listingSource().kind
