import type { AuditFacts } from '@/server/features/lists/audit'
import type { NameMatch, NotSentReason, RowState } from '@/server/features/lists/row-state'
import type { BusinessStatus } from '@/server/places/sources/listing-source'
import type { PinrefError } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'

/** The compact result of a row that was found: the operation that found it, and the identifiers. */
export type Found = {
  /** How the row's name compares with the listing's title; null if either is missing. */
  nameMatch: NameMatch | null
  /** Null if the source was not asked or does not say. */
  businessStatus: BusinessStatus | null
} & (
  | {
      by: 'resolve'
      cid: string
      placeId: string | null
      kgId: string | null
      status: 'unchecked' | 'listed' | 'moved'
      movedFrom: { cid: string; placeId: string | null } | null
    }
  | { by: 'search'; cid: string; placeId: string; matches: number }
  | { by: 'convert'; cid: string }
)

/**
 * The result of a row that failed: the code and detail of its problem, and the identifiers, if they are known despite
 * the failure.
 */
export interface Failed {
  code: PinrefError['code']
  detail: string
  cid: string | null
  placeId: string | null
}

/** The result of a row that is not looked up. */
export interface NotSent {
  notSent: NotSentReason
}

/** The result of a row with the same request as an earlier one: the number of that row, from 0. */
interface Repeat {
  sameAs: number
}

export type Result = Found | Failed | NotSent | Repeat

/** Returns the result of a row that failed. */
export const failedBy = ({ code, message, identifiers }: PinrefError): Failed => ({
  code,
  detail: message,
  cid: identifiers?.cid ?? null,
  placeId: identifiers?.place_id ?? null,
})

/** Returns the state of a row with this result. */
export function stateOf(result: Found | Failed | NotSent): RowState {
  if ('by' in result) return 'found'
  if ('notSent' in result) return 'not_sent'
  if (result.code === 'listing_not_found') return 'not_found'
  return problems[result.code].status === 400 ? 'unreadable' : 'failed'
}

/** Returns the status of the listing that a row has. */
export function listingStatusOf(found: Found): 'unchecked' | 'listed' | 'moved' {
  if (found.by === 'convert' || found.placeId === null) return 'unchecked'
  return found.by === 'search' ? 'listed' : found.status
}

/** Returns the facts about a row with this result, as far as they don't depend on other rows. */
export function factsOf(result: Found | Failed | NotSent): Omit<AuditFacts, 'duplicate_of'> {
  const found = 'by' in result ? result : null
  return {
    state: stateOf(result),
    reason: 'notSent' in result ? result.notSent : null,
    name_match: found?.nameMatch ?? null,
    listing_status: found && listingStatusOf(found),
    business_status: found?.businessStatus ?? null,
  }
}

/**
 * A result as it is stored: lists without field names, because a batch has up to a million. A result stored by an earlier
 * version has no business status.
 */
export type StoredResult =
  | [
      by: 'resolve',
      cid: string,
      placeId: string | null,
      kgId: string | null,
      status: 'unchecked' | 'listed' | 'moved',
      movedFrom: [cid: string, placeId: string | null] | null,
      nameMatch: NameMatch | null,
      businessStatus?: BusinessStatus | null,
    ]
  | [
      by: 'search',
      cid: string,
      placeId: string,
      matches: number,
      nameMatch: NameMatch | null,
      businessStatus?: BusinessStatus | null,
    ]
  | [by: 'convert', cid: string, nameMatch: NameMatch | null]
  | [by: 'not_sent', reason: NotSentReason]
  | [by: 'problem', code: PinrefError['code'], detail: string, cid: string | null, placeId: string | null]
  | number

export function storedResult(result: Result): StoredResult {
  if ('sameAs' in result) return result.sameAs
  if ('notSent' in result) return ['not_sent', result.notSent]
  if (!('by' in result)) return ['problem', result.code, result.detail, result.cid, result.placeId]
  switch (result.by) {
    case 'resolve': {
      const { by, cid, placeId, kgId, status, movedFrom, nameMatch, businessStatus } = result
      const former = movedFrom && ([movedFrom.cid, movedFrom.placeId] satisfies [string, string | null])
      return [by, cid, placeId, kgId, status, former, nameMatch, businessStatus]
    }
    case 'search':
      return [result.by, result.cid, result.placeId, result.matches, result.nameMatch, result.businessStatus]
    case 'convert':
      return [result.by, result.cid, result.nameMatch]
  }
}

/** The inverse of `storedResult`. */
export function resultFromStored(stored: StoredResult): Result {
  if (typeof stored === 'number') return { sameAs: stored }
  switch (stored[0]) {
    case 'resolve': {
      const [by, cid, placeId, kgId, status, former, nameMatch, businessStatus = null] = stored
      const [formerCid, formerPlaceId] = former ?? []
      const movedFrom = formerCid === undefined ? null : { cid: formerCid, placeId: formerPlaceId ?? null }
      return { by, cid, placeId, kgId, status, movedFrom, nameMatch, businessStatus }
    }
    case 'search': {
      const [by, cid, placeId, matches, nameMatch, businessStatus = null] = stored
      return { by, cid, placeId, matches, nameMatch, businessStatus }
    }
    case 'convert': {
      const [by, cid, nameMatch] = stored
      return { by, cid, nameMatch, businessStatus: null }
    }
    case 'not_sent':
      return { notSent: stored[1] }
    case 'problem': {
      const [, code, detail, cid, placeId] = stored
      return { code, detail, cid, placeId }
    }
  }
}
