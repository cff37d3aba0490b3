import { setTimeout as sleep } from 'node:timers/promises'
import { assembleListing } from '@/server/features/listings/listing'
import { type FoundListing, findListing } from '@/server/features/listings/resolve'
import { findCandidates, onlyMatch } from '@/server/features/listings/search'
import type { Listing } from '@/server/features/listings/shapes'
import { nameMatch } from '@/server/features/lists/name-match'
import type { RowLookup, RowSearch } from '@/server/features/lists/row-request'
import { decimalCid, parseCid } from '@/server/places/identifiers/cid'
import { listingFacts } from '@/server/places/sources/listing-source'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { listingSource } from '@/server/places/sources/source'
import { type FailureKind, UpstreamFailure } from '@/server/places/upstream/failure'
import type { Lookup } from '@/server/places/upstream/lookup'
import { type ErrorCode, PinrefError } from '@/server/platform/problems/errors'
import type { YieldTurn } from '@/server/platform/runtime/event-loop-turns'
import { env } from '@/server/platform/settings/env'
import type { Batch } from './batch'
import type { Details } from './batch-row'
import type { Found } from './stored-result'

/** What to look up for a row. */
export interface RowJob {
  lookup: RowLookup
  /** The search to try if the link leads to no listing. */
  fallback: RowSearch | null
  /** The row's name, to compare with the listing's; empty if it has none. */
  name: string
}

/** Looks up one row, once. @throws PinrefError. */
export async function lookUpRow(
  { lookup: request, fallback, name }: RowJob,
  batch: Pick<Batch, 'isTest'>,
  lookup: Lookup,
): Promise<{ result: Found; details: Details | null }> {
  const { result, details } = await lookUp(request, batch, lookup).catch((error: unknown) => {
    if (fallback === null || !(error instanceof PinrefError) || !noListing.has(error.code)) throw error
    return lookUp(fallback, batch, lookup)
  })
  const title = details?.title ?? null
  return { result: { ...result, nameMatch: title === null ? null : nameMatch(name, title) }, details }
}

/** The errors of a link that leads to no listing, so its row's name is searched for. */
const noListing: ReadonlySet<string> = new Set(['no_listing_in_link', 'unsupported_link', 'rounded_cid'])

/** Looks up a link, name, or CID, once. @throws PinrefError. */
export async function lookUp(
  request: RowLookup,
  { isTest }: Pick<Batch, 'isTest'>,
  lookup: Lookup,
): Promise<{ result: Found; details: Details | null }> {
  const source = isTest ? sampleSource : listingSource()
  switch (request.operation) {
    case 'convert':
      return {
        result: { by: 'convert', cid: decimalCid(parseCid(request.cid)), nameMatch: null, businessStatus: null },
        details: null,
      }
    case 'resolve': {
      const found = await findListing(request.read, source, lookup)
      const listing = assembleListing(found.asked, found.known, env())
      return { result: resolvedBy(listing, found), details: detailsOf(found, listing) }
    }
    case 'search': {
      const candidates = await findCandidates(request, source, lookup)
      const match = onlyMatch(request.name, candidates)
      if (!match) throw new PinrefError('listing_not_found', noMatch(candidates.length))
      const { cid, placeId } = match
      const result = {
        by: 'search',
        cid: decimalCid(cid),
        placeId,
        matches: candidates.length,
        nameMatch: null,
        businessStatus: match.businessStatus,
      } as const
      return { result, details: listingFacts.parse(match) }
    }
  }
}

/** Returns what is stored of a listing with its row. */
function resolvedBy({ cid, place_id, kg_id, listing_status, moved_from }: Listing, { known }: FoundListing): Found {
  const movedFrom = moved_from && { cid: moved_from.cid, placeId: moved_from.place_id }
  const businessStatus = known?.businessStatus ?? null
  return {
    by: 'resolve',
    cid,
    placeId: place_id,
    kgId: kg_id,
    status: listing_status,
    movedFrom,
    nameMatch: null,
    businessStatus,
  }
}

/** Returns a listing's details from the source or the text; null if there are none. */
function detailsOf({ known }: FoundListing, { title, location }: Listing): Details | null {
  if (known === null && title === null && location === null) return null
  return someFacts.parse({ ...known, title, location }) as Details
}

const someFacts = listingFacts.partial()

const noMatch = (found: number): string =>
  found === 0
    ? 'No listing with this name was found.'
    : `${found} listings match this name. Add the address to select one.`

/** What to do after a failed lookup: postpone it by a number of seconds, retry it, or accept the failure. */
export type Verdict = { postponeSeconds: number } | 'retry' | 'final'

/** Limits set by Google, the operator, or this process. A line that reaches such a limit waits instead of failing. */
const limits: ReadonlySet<FailureKind> = new Set([
  'spent',
  'quota_day',
  'quota_minute',
  'misconfigured',
  'busy',
  'circuit_open',
])

/** Failures that would recur on a retry. */
const final: ReadonlySet<FailureKind> = new Set(['incomplete', 'wrong_answer'])

const passing: ReadonlySet<ErrorCode> = new Set(['upstream_unavailable', 'upstream_blocked', 'link_unreachable'])

/** Returns what to do after a failed lookup. */
export function verdictOn(error: unknown): Verdict {
  // An operation may have wrapped the upstream's failure to add the identifiers.
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const isLimit =
      at instanceof UpstreamFailure
        ? limits.has(at.kind)
        : at instanceof PinrefError && (at.code === 'too_many_requests' || at.code === 'store_unavailable')
    if (isLimit) return { postponeSeconds: Math.max(1, (at as PinrefError).retryAfterSeconds ?? 2) }
    if (at instanceof UpstreamFailure) return final.has(at.kind) ? 'final' : 'retry'
  }
  return error instanceof PinrefError && passing.has(error.code) ? 'retry' : 'final'
}

/** The result of a line: what was found, or the problem. */
type LineResult<T> = { found: T } | { problem: PinrefError }

export interface LinesToLookUp<T> {
  /** The number of lines. */
  count: number
  /** How many lines are looked up at the same time. */
  sideBySide: number
  /** Looks up one line, by its index. */
  lookUp(index: number): Promise<T>
  verdictOn(error: unknown): Verdict
  /** Awaited between lines. */
  yieldTurn: YieldTurn
  /**
   * Aborts when no more lines may be started. Lookups in progress finish, but one that fails leaves its line without a result.
   */
  stopping: AbortSignal
  /** When the turn for these lines ends, in epoch milliseconds. Lines started by then are finished; the rest are postponed. */
  latestMs: number
}

/** The outcome of looking up lines. */
export interface LookedUp<T> {
  /** The results, up to the first line without a result. */
  answered: Array<LineResult<T>>
  /** How many seconds to wait before trying the other lines; null if no limit was reached. */
  postponeSeconds: number | null
}

/** The maximum pause for a limit; if a limit requires a longer pause, the other lines are postponed. */
export const longestPauseSeconds = 65

/** How many seconds to wait before each retry of a lookup that failed temporarily. */
const retriesSeconds = [1, 4, 15]

/**
 * Looks up lines in order, several at the same time, each until its result is final. A limit pauses all lines for as
 * long as it specifies. If that is too long, or the process or the turn ends, the remaining lines are postponed.
 */
export async function lookUpLines<T>(lines: LinesToLookUp<T>): Promise<LookedUp<T>> {
  const { count, sideBySide, lookUp, verdictOn, yieldTurn, stopping, latestMs } = lines
  const answers = Array.from<LineResult<T> | undefined>({ length: count })
  let next = 0
  let postponeSeconds: number | null = null
  let goOnAt = 0

  const isOver = () => stopping.aborted || postponeSeconds !== null
  const pause = (seconds: number) => sleep(seconds * 1000, undefined, { signal: stopping }).catch(() => {})

  async function settle(index: number): Promise<void> {
    for (let failures = 0; !isOver(); ) {
      const waitMs = goOnAt - Date.now()
      if (waitMs > 0) await pause(waitMs / 1000)
      if (isOver()) return
      try {
        answers[index] = { found: await lookUp(index) }
        return
      } catch (error) {
        if (isOver()) return
        const verdict = verdictOn(error)
        const retrySeconds = verdict === 'retry' ? retriesSeconds[failures] : undefined
        if (typeof verdict === 'object') {
          if (verdict.postponeSeconds > longestPauseSeconds) postponeSeconds = verdict.postponeSeconds
          goOnAt = Math.max(goOnAt, Date.now() + verdict.postponeSeconds * 1000)
        } else if (retrySeconds !== undefined) {
          failures += 1
          await pause(retrySeconds)
        } else {
          if (!(error instanceof PinrefError)) throw error
          answers[index] = { problem: error }
          return
        }
      }
    }
  }

  async function work(): Promise<void> {
    // The first line is always started, so that every turn makes progress.
    while (next < count && !isOver() && (next === 0 || Date.now() < latestMs)) {
      const index = next
      next += 1
      await settle(index)
      await yieldTurn()
    }
  }
  await Promise.all(Array.from({ length: Math.min(sideBySide, count) }, work))
  const end = answers.indexOf(undefined)
  const answered = (end < 0 ? answers : answers.slice(0, end)) as Array<LineResult<T>>
  return { answered, postponeSeconds: answered.length === count ? null : postponeSeconds }
}
