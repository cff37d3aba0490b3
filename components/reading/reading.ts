import type { ListingHosts } from '@/server/features/listings/listing'
import type { Listing } from '@/server/features/listings/shapes'
import { decimalCid } from '@/server/places/identifiers/cid'
import { businessName, isBareHex } from '@/server/places/links/bare-identifiers'
import { findLinks } from '@/server/places/links/find-links'
import { readReference } from '@/server/places/links/read-reference'
import { referenceWords, shortLinkUrl } from '@/server/places/links/reference'
import { type RefusalCause, UnreadableText } from '@/server/places/links/refusal'
import { type ApiErrorCode, PinrefError } from '@/server/platform/problems/errors'
import { type NamedListing, namedListing } from './named-listing'
import { withoutApiKeys } from './without-api-keys'

/** The call that looks up a string. */
export type BoxRequest = { operation: 'resolve'; url: string } | { operation: 'search'; name: string }

/** How a string was recognized and, if it can't be looked up, why. */
export type ReadingKind = 'listing' | 'short_link' | 'name' | RefusalCause

/** How a string was recognized. */
export interface Reading {
  kind: ReadingKind
  understood: boolean
  words: string
  request: BoxRequest
  /** The code of the error if it can't be looked up; otherwise null. */
  code: ApiErrorCode | null
  /** Whether it is a CID that looks rounded, which a lookup can confirm. */
  canBeExact: boolean
  /** The CID, if the text is nothing else and can be converted without a lookup; otherwise null. */
  cid: string | null
  /** The listing that the text itself identifies; null if a lookup has to find it. A short link alone isn't enough. */
  named: NamedListing | null
  /** The links in the text, for a bulk lookup, if it identifies several listings; otherwise empty. */
  links: readonly string[]
  /** Equal for inputs that are sure to have the same result. */
  sameness: string
}

/**
 * Reads a string as the server will: as a link or an identifier. Anything else that looks like words is a business name to
 * search for.
 */
export function readingOf(text: string): Reading {
  const trimmed = withoutApiKeys(text.trim())
  const url = isBareHex(trimmed) ? `0x${trimmed}` : trimmed
  const reading = {
    understood: true,
    code: null,
    canBeExact: false,
    request: { operation: 'resolve', url },
    cid: null,
    named: null,
    links: [],
    sameness: url,
  } as const
  try {
    const reference = readReference(url)
    if (reference.kind === 'short_link')
      return {
        ...reading,
        kind: 'short_link',
        words: isOffline() ? followingOffline : 'Share link. Look it up to find its listing.',
        sameness: `${shortLinkUrl(reference.link)} ${reference.listingInText?.cid}`,
      }
    const { form, title, cid, placeId, kgId, location } = reference
    const named = { cid: decimalCid(cid), placeId, kgId, title, location }
    const listing = { ...reading, kind: 'listing', named, sameness: `${cid} ${placeId} ${kgId} ${title}` } as const
    if (form === 'cid') return { ...listing, words: cidWords(url), cid: isPlainCid(url) ? url : named.cid }
    const words = referenceWords(reference)
    const taken = words.charAt(0).toUpperCase() + words.slice(1)
    return { ...listing, words: title ? `${taken} to “${title}”.` : `${taken}: one listing.` }
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    if (error instanceof UnreadableText && error.why === 'rounded' && error.ifWhole)
      return {
        ...reading,
        kind: 'rounded',
        understood: false,
        code: 'rounded_cid',
        canBeExact: true,
        words: maybeRounded,
      }
    const name = businessName(trimmed)
    if (name === null) {
      const links = findLinks(trimmed)
      return {
        ...reading,
        kind: error instanceof UnreadableText ? error.why : 'words',
        understood: false,
        code: error.code as ApiErrorCode,
        words: error.message,
        links: links.length > 1 ? links : [],
      }
    }
    return {
      ...reading,
      kind: 'name',
      words: 'Business name to search for.',
      request: { operation: 'search', name },
    }
  }
}

const maybeRounded =
  'A spreadsheet or program may have rounded this number. Look it up to check that a listing has exactly this CID, or paste the listing’s link.'

/** Shown for a short link when offline. */
export const followingOffline = 'Share link. You need a connection to find its listing.'

/** Whether the browser reports that it is offline. */
const isOffline = () => globalThis.navigator?.onLine === false

/** Whether a CID has neither a label nor a sign, so that it can be converted unchanged. */
const isPlainCid = (text: string) => /^(?:0x)?[\da-f]+$/i.test(text)

const cidWords = (cid: string) => (/^0x/i.test(cid) ? 'CID in hexadecimal: one listing.' : 'CID: one listing.')

/**
 * Returns the listing that a string itself identifies, with only its identifiers; null if a lookup has to find the
 * listing. A short link alone is not enough. The reader rejects a link that may have been cut off.
 */
export function listingIn(text: string, hosts: ListingHosts): Listing | null {
  const { named } = readingOf(text)
  return named && namedListing(named, hosts)
}
