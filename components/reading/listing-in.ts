import { PinrefError } from '@/server/errors'
import { readReference } from '@/server/links/read-reference'
import { assembleListing, type ListingHosts } from '@/server/listings/listing'
import type { Listing } from '@/server/listings/shapes'
import { readingOf } from './reading'

/** The listing that a text names by itself, with its identifiers alone; null where a lookup has to find it. */
export function listingIn(text: string, hosts: ListingHosts): Listing | null {
  const { request } = readingOf(text)
  if (request.operation !== 'resolve') return null
  try {
    const reference = readReference(request.url)
    return reference.kind === 'listing' ? assembleListing(reference, null, hosts) : null
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    return null
  }
}
