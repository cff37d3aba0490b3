import type { ListingView } from '@/components/listings/listing-rows'
import { isInputProblem, type ShownProblem, shownProblem } from '@/components/problems/problem'
import type { CallError } from '@/components/trpc/client'
import { convert } from '@/server/features/listings/convert'
import { type ListingHosts, listingWithoutLookup } from '@/server/features/listings/listing'
import type { Conversion, Listing } from '@/server/features/listings/shapes'
import { cidFromDecimal, mayBeRounded } from '@/server/places/identifiers/cid'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { PinrefError } from '@/server/platform/problems/errors'
import { listingIn, type ReadingKind, readingOf } from './reading'

/** What a string contains, without a lookup. */
export interface TextContent {
  kind: ReadingKind
  /** The listing that the text itself identifies, with only its identifiers; null if there is none. */
  listing: Listing | null
}

/** A listing whose identifiers are known without a successful lookup, and a note about them. */
export interface FallbackListing {
  listing: ListingView
  note: string
}

/** Returns what is known despite a failed lookup, and more about why it failed. */
export function failureDetails(
  error: CallError,
  { text, details }: { text: string; details: DetailLevel },
  hosts: ListingHosts,
) {
  const problem = shownProblem(error)
  const content = { kind: readingOf(text).kind, listing: listingIn(text, hosts) }
  const fallback = fallbackListing(problem, content, details, hosts)
  const more = followingNote(problem, content)
  const announcement = [more, fallback && `${fallback.note} The CID is ${fallback.listing.cid}.`].filter(Boolean)
  return { fallback, more, announcement: announcement.map((sentence) => ` ${sentence}`).join('') }
}

/** What the requested details need beyond the identifiers. */
export const identifiersNote: Readonly<Record<DetailLevel, string>> = {
  full: 'Here are the identifiers. The name and rating need a lookup.',
  checked: 'Here are the identifiers. Checking them needs a lookup.',
  none: 'Here are the identifiers. They come from the text itself.',
}

/**
 * Returns the listing if its identifiers are known despite a failed lookup: from the server, or else from the text.
 * Null if the identifiers are unknown. If the server rejected the text, this page may be outdated and have misread it,
 * so the text is ignored.
 */
export function fallbackListing(
  problem: ShownProblem,
  { listing }: TextContent,
  details: DetailLevel,
  hosts: ListingHosts,
): FallbackListing | null {
  const { identifiers, code } = problem
  const note = code === 'listing_not_found' ? 'These are the identifiers it had.' : identifiersNote[details]
  if (identifiers)
    return { listing: listingWith(identifiers.cid, identifiers.place_id, listing, hosts) ?? identifiers, note }
  return listing === null || isInputProblem(problem) ? null : { listing, note }
}

/**
 * Returns a listing with these identifiers; null if the CID is invalid.
 * @param inText the listing that the text identifies, null if none. Its title is used only if its CID matches.
 */
function listingWith(cid: string, placeId: string | null, inText: Listing | null, hosts: ListingHosts): Listing | null {
  const number = cidFromDecimal(cid)
  if (number === null) return null
  const same = inText?.cid === cid ? inText : null
  const asked = { placeId, kgId: same?.kg_id ?? null, title: same?.title ?? null, location: same?.location ?? null }
  return listingWithoutLookup({ cid: number, ...asked }, hosts)
}

/** Returns why a string without identifiers could not be looked up, if there was no response; otherwise empty. */
export const followingNote = ({ code }: ShownProblem, { kind }: TextContent): string =>
  code === undefined && kind === 'short_link'
    ? 'A share link doesn’t contain identifiers. You need a connection to find its listing.'
    : ''

/** The result of converting a CID, or the API's error message for it. */
type Converted =
  | { conversion: Conversion; fault: null; warning: string | null }
  | { conversion: null; fault: string; warning: null }

/** Converts a CID between decimal and hexadecimal. */
export function converted(text: string, hosts: ListingHosts): Converted {
  try {
    const conversion = convert(text.trim(), hosts)
    return { conversion, fault: null, warning: mayBeRounded(text.trim()) ? roundedWarning : null }
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    return { conversion: null, fault: error.message, warning: null }
  }
}

const roundedWarning =
  'A spreadsheet or program may have rounded this number. If so, the result is not the listing’s CID.'

// One file contains everything that the start page needs once there is input.
export { listingIn, readingOf } from './reading'
