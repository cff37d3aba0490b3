import { PinrefError } from '@/server/errors'
import { readReference } from '@/server/links/read-reference'
import type { ShortLink } from '@/server/links/short-link'
import type { ListingSource } from '@/server/sources/listing-source'
import { assembleListing, type Listing, wireIdentifiers } from './listing'

/**
 * Finds the listing that a text points at.
 * @param text a link in any known form, share text around one, a place id, a feature id or a CID.
 * @throws PinrefError `unsupported_link`, `no_listing_in_link`, `listing_not_found`, or of the 500 family with the
 *   identifiers, where those are known though the details are not.
 */
export async function resolve(text: string, source: ListingSource, signal: AbortSignal): Promise<Listing> {
  let reference = readReference(text)
  if (reference.kind === 'short_link') reference = readReference(targetOf(reference.link, source))
  // A short link that leads to another one leads nowhere we know.
  if (reference.kind === 'short_link') throw unreachable()
  const { cid, placeId, title } = reference
  try {
    return assembleListing(cid, placeId, await source.details({ cid, placeId }, signal), title)
  } catch (error) {
    if (!(error instanceof PinrefError) || error.identifiers) throw error
    throw new PinrefError(error.code, error.message, { cause: error, identifiers: wireIdentifiers(cid, placeId) })
  }
}

function targetOf(link: ShortLink, source: ListingSource): string {
  const target = source.recordedTarget(link)
  if (target === null) throw unreachable()
  return target
}

const unreachable = () =>
  new PinrefError(
    'link_unreachable',
    'This short link could not be followed. Open it in a browser and paste the address it leads to.',
  )
