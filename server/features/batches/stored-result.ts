import type { PinrefError } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'

/** The compact result of a line that was found: the operation that found it, and the identifiers. */
export type Found =
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

/**
 * The result of a line that failed: the code and detail of its problem, and the identifiers, if they are known despite
 * the failure.
 */
export interface Failed {
  code: PinrefError['code']
  detail: string
  cid: string | null
  placeId: string | null
}

/** The result of a line that repeats another: the number of that line, from 0. */
export interface Repeat {
  sameAs: number
}

export type Result = Found | Failed | Repeat

/** Returns the result of a line that failed. */
export const failedBy = ({ code, message, identifiers }: PinrefError): Failed => ({
  code,
  detail: message,
  cid: identifiers?.cid ?? null,
  placeId: identifiers?.place_id ?? null,
})

/** `unreadable`: the line itself is invalid and would fail again. */
export type ResultStatus = 'found' | 'failed' | 'unreadable'

/** Returns the status of a result. */
export function statusOf(result: Found | Failed): ResultStatus {
  if ('by' in result) return 'found'
  return problems[result.code].status === 400 ? 'unreadable' : 'failed'
}

/** A result as it is stored: lists without field names, because a batch has up to a million. */
export type StoredResult =
  | [
      by: 'resolve',
      cid: string,
      placeId: string | null,
      kgId: string | null,
      status: 'unchecked' | 'listed' | 'moved',
      movedFrom: [cid: string, placeId: string | null] | null,
    ]
  | [by: 'search', cid: string, placeId: string, matches: number]
  | [by: 'convert', cid: string]
  | [by: 'problem', code: PinrefError['code'], detail: string, cid: string | null, placeId: string | null]
  | number

export function storedResult(result: Result): StoredResult {
  if ('sameAs' in result) return result.sameAs
  if (!('by' in result)) return ['problem', result.code, result.detail, result.cid, result.placeId]
  switch (result.by) {
    case 'resolve': {
      const { by, cid, placeId, kgId, status, movedFrom } = result
      return [by, cid, placeId, kgId, status, movedFrom && [movedFrom.cid, movedFrom.placeId]]
    }
    case 'search':
      return [result.by, result.cid, result.placeId, result.matches]
    case 'convert':
      return [result.by, result.cid]
  }
}

/** The inverse of `storedResult`. */
export function resultFromStored(stored: StoredResult): Result {
  if (typeof stored === 'number') return { sameAs: stored }
  switch (stored[0]) {
    case 'resolve': {
      const [by, cid, placeId, kgId, status, former] = stored
      const [formerCid, formerPlaceId] = former ?? []
      const movedFrom = formerCid === undefined ? null : { cid: formerCid, placeId: formerPlaceId ?? null }
      return { by, cid, placeId, kgId, status, movedFrom }
    }
    case 'search': {
      const [by, cid, placeId, matches] = stored
      return { by, cid, placeId, matches }
    }
    case 'convert': {
      const [by, cid] = stored
      return { by, cid }
    }
    case 'problem': {
      const [, code, detail, cid, placeId] = stored
      return { code, detail, cid, placeId }
    }
  }
}
