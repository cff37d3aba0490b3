import type { Cid } from '@/server/places/identifiers/cid'
import { linkExpander } from '@/server/places/links/expand/expander'
import { readReference, readText } from '@/server/places/links/read-reference'
import type { ListingReference, Reference, ShortLink } from '@/server/places/links/reference'
import { noListing, type Refusal, refusalError } from '@/server/places/links/refusal'
import {
  type ListingDetails,
  type ListingKey,
  type ListingSource,
  NoSuchListing,
} from '@/server/places/sources/listing-source'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import { type Lookup, withinDeadline } from '@/server/places/upstream/lookup'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { PinrefError } from '@/server/platform/problems/errors'
import { type Env, env } from '@/server/platform/settings/env'
import { assembleListing, type RequestedListing, type SourceListing, wireIdentifiers } from './listing'
import type { Listing } from './shapes'

/** The settings, read on the first lookup. */
let settings: Env | undefined

/** Finds the listing that a string points to, in the form that the API returns; see `findListing`. */
export async function resolve(text: string, source: ListingSource, lookup: Lookup): Promise<Listing> {
  settings ??= env()
  const { asked, known } = await findListing(readText(text), source, lookup)
  return assembleListing(asked, known, settings)
}

/** The parts from which a listing is assembled. */
export interface FoundListing {
  asked: RequestedListing
  /** The source's data; null if the source does not have this listing, or was not queried. */
  known: SourceListing | null
}

/**
 * Finds the listing that a string points to, within `UPSTREAM_DEADLINE_MS` in total.
 * @param read what the string says, or why it was rejected; see `readText`.
 * @throws PinrefError `unsupported_link`, `no_listing_in_link`, `rounded_cid`, `listing_not_found`, or a 500 error, with the identifiers if
 *   only those are known.
 */
export async function findListing(
  read: Reference | Refusal,
  source: ListingSource,
  lookup: Lookup,
): Promise<FoundListing> {
  settings ??= env()
  // Most of a batch's lines need nothing else, so they don't need a deadline either.
  if (lookup.options.details === 'none' && read.kind === 'listing' && read.placeId !== null)
    return { asked: read, known: null }
  return withinDeadline(settings.UPSTREAM_DEADLINE_MS, lookup, (limited) => findInTime(read, source, limited))
}

async function findInTime(text: Reference | Refusal, source: ListingSource, lookup: Lookup): Promise<FoundListing> {
  const { details: level } = lookup.options
  const read = text.kind === 'refused' ? await confirm(text, source, lookup) : text
  const found = read.kind === 'listing' ? read : await follow(read.link, sourceForLevel(level, source), lookup)
  if (read.kind === 'short_link' && read.listingInText && read.listingInText.cid !== cidOf(found))
    throw refusalError(noListing('several'))
  if (found.kind === 'matched') {
    const { details, kgId } = found
    return { asked: { cid: details.cid, placeId: null, kgId, title: null }, known: details }
  }
  const { cid, placeId } = found
  try {
    if (level === 'none')
      return { asked: { ...found, placeId: placeId ?? (await source.learntPlaceId(cid)) }, known: null }
    return { asked: found, known: await ask[level](source, { cid, placeId }, lookup) }
  } catch (error) {
    if (!(error instanceof PinrefError) || error.identifiers) throw error
    const { code, message, retryAfterSeconds } = error
    const lastPlaceId = error instanceof NoSuchListing ? error.lastPlaceId : null
    const identifiers = wireIdentifiers(cid, placeId ?? lastPlaceId)
    throw new PinrefError(code, message, { cause: error, identifiers, retryAfterSeconds })
  }
}

/**
 * If a number was rejected only because its end may be missing, or because it may have been rounded, asks the source
 * whether such a listing exists, because such a number is practically never another listing's CID.
 * @throws UnreadableText for everything else that was rejected.
 */
async function confirm(refusal: Refusal, source: ListingSource, lookup: Lookup): Promise<ListingReference> {
  const { ifWhole, cause } = refusal
  const isConfirmed = cause === 'rounded' ? isExact : isPresent
  if (ifWhole !== null && (await isConfirmed(ifWhole, source, lookup))) return ifWhole
  throw refusalError(refusal)
}

/** Whether a listing with exactly this CID was found before, or exists in the source now. */
async function isExact(listing: ListingReference, source: ListingSource, lookup: Lookup): Promise<boolean> {
  if ((await source.learntPlaceId(listing.cid)) !== null) return true
  return isPresent(listing, source, lookup).catch((failure: unknown) => {
    if (failure instanceof UpstreamFailure && failure.kind === 'incomplete') return false
    throw failure
  })
}

/**
 * Whether the source has a listing with exactly this CID, or had one that has moved. With details `none`, it is not
 * asked.
 */
async function isPresent({ cid, placeId }: ListingReference, source: ListingSource, lookup: Lookup): Promise<boolean> {
  if (lookup.options.details === 'none') return false
  const present = await source.check({ cid, placeId }, lookup).catch((failure: unknown) => {
    if (failure instanceof NoSuchListing) return null
    throw failure
  })
  return present !== null
}

type Ask = (source: ListingSource, key: ListingKey, lookup: Lookup) => Promise<SourceListing | null>

const ask: Record<Exclude<DetailLevel, 'none'>, Ask> = {
  checked: (source, key, lookup) => source.check(key, lookup),
  full: (source, key, lookup) => source.details(key, lookup),
}

/** Returns the source for a lookup. Disables the billable search by name unless the level is `full`. */
function sourceForLevel(level: DetailLevel, source: ListingSource): ListingSource {
  if (level === 'full') return source
  const matchByName = async () => {
    throw new PinrefError(
      'no_listing_in_link',
      'This link contains only a name. Set details to "full" to search for the name, or open the listing in Google Maps, choose Share, and paste that link.',
    )
  }
  return { ...source, matchByName }
}

/** The only listing with the name in a short link's target. */
interface MatchedListing {
  kind: 'matched'
  details: ListingDetails
  kgId: string | null
}

const cidOf = (found: ListingReference | MatchedListing): Cid =>
  found.kind === 'matched' ? found.details.cid : found.cid

const notInSample =
  'Test keys return sample data, which does not include this short link. Use a live key to follow the link.'

/** Follows a short link to a listing, or to a name that exactly one listing has. */
async function follow(
  link: ShortLink,
  source: ListingSource,
  lookup: Lookup,
): Promise<ListingReference | MatchedListing> {
  const recorded = source.recordedTarget(link)
  const target = recorded === null ? null : readReference(recorded)
  if (target?.kind === 'listing') return target
  if (lookup.sampleOnly) throw new PinrefError('listing_not_found', notInSample)
  const expanded = await linkExpander().expand(link, source.placeIdOfLink, lookup)
  if (expanded.kind === 'listing') return expanded.reference
  const { name, location, kgId } = expanded
  const details = await source.matchByName({ name, location }, lookup)
  if (details) return { kind: 'matched', details, kgId }
  throw new PinrefError(
    'no_listing_in_link',
    'This link contains only a name, and no single listing matches it. Open the listing in Google Maps, choose Share, and paste that link.',
  )
}
