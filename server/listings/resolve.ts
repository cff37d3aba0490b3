import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { linkExpander } from '@/server/links/expand/expander'
import { readReference } from '@/server/links/read-reference'
import type { ListingReference } from '@/server/links/reference'
import type { ShortLink } from '@/server/links/short-link'
import type { ListingDetails, ListingSource } from '@/server/sources/listing-source'
import { withinDeadline } from '@/server/upstream/deadline'
import { assembleListing, type Listing, wireIdentifiers } from './listing'

/**
 * Finds the listing that a text points at, within `UPSTREAM_DEADLINE_MS` in all.
 * @param text a link in any known form, share text around one, a place id, a feature id or a CID.
 * @throws PinrefError `unsupported_link`, `no_listing_in_link`, `listing_not_found`, or of the 500 family, with the
 *   identifiers where those are known though the details are not.
 */
export async function resolve(text: string, source: ListingSource, signal: AbortSignal): Promise<Listing> {
  return withinDeadline(env().UPSTREAM_DEADLINE_MS, signal, (limited) => resolveInTime(text, source, limited))
}

async function resolveInTime(text: string, source: ListingSource, signal: AbortSignal): Promise<Listing> {
  const read = readReference(text)
  const found = read.kind === 'listing' ? read : await follow(read.link, source, signal)
  if (found.kind === 'matched') return assembleListing(found.details.cid, null, found.details, null)
  const { cid, placeId, title } = found
  try {
    return assembleListing(cid, placeId, await source.details({ cid, placeId }, signal), title)
  } catch (error) {
    if (!(error instanceof PinrefError) || error.identifiers) throw error
    throw new PinrefError(error.code, error.message, { cause: error, identifiers: wireIdentifiers(cid, placeId) })
  }
}

/** What a short link leads to: a link that names a listing, or a name that is exactly one listing's. */
async function follow(
  link: ShortLink,
  source: ListingSource,
  signal: AbortSignal,
): Promise<ListingReference | { kind: 'matched'; details: ListingDetails }> {
  const recorded = source.recordedTarget(link)
  const target = recorded === null ? null : readReference(recorded)
  if (target?.kind === 'listing') return target
  const expanded = await linkExpander().expand(link, signal)
  if (expanded.kind === 'listing') return expanded.reference
  const details = await source.matchByName(expanded, signal)
  if (details) return { kind: 'matched', details }
  throw new PinrefError(
    'no_listing_in_link',
    'This link gives a name that is not exactly one listing’s. Open the listing in Google Maps, choose Share and paste that link.',
  )
}
