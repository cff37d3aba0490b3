import { PinrefError } from '@/server/errors'
import { cidFromDecimal } from '@/server/identifiers/cid'
import { readReference } from '@/server/links/read-reference'
import { assembleListing, type ListingHosts } from '@/server/listings/listing'
import type { Listing } from '@/server/listings/shapes'
import { readingOf } from './reading'

/** Returns the listing that a text itself names, with its identifiers alone; null if a lookup has to find it. */
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

/** Returns the listing that a text was found to name, from the identifiers that were kept. Its title is what the text says. */
export function listingKept(
  text: string,
  { cid, placeId }: { cid: string; placeId: string | null },
  hosts: ListingHosts,
): Listing | null {
  const number = cidFromDecimal(cid)
  const said = listingIn(text, hosts)
  if (number === null) return said
  const isSame = said?.cid === cid
  const kgId = isSame ? said.kg_id : null
  return assembleListing({ cid: number, placeId, kgId, title: isSame ? said.title : null }, null, hosts)
}
