import { longestPauseSeconds, lookUpLines, verdictOn } from '@/server/features/batches/look-up'
import { NoSuchListing } from '@/server/places/sources/listing-source'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { listingSource } from '@/server/places/sources/source'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import { type Lookup, withinDeadline } from '@/server/places/upstream/lookup'
import { defaultLookupOptions } from '@/server/places/upstream/lookup-options'
import { PinrefError } from '@/server/platform/problems/errors'
import { createTurns } from '@/server/platform/runtime/event-loop-turns'
import { env } from '@/server/platform/settings/env'
import type { Change, DueListing } from './change-bucket'
import { sideBySide } from './limits'
import {
  afterCheck,
  afterClosureCheck,
  afterFailure,
  type CheckResult,
  presentIdentifiers,
  storedCid,
  type WatchedListing,
} from './listing'
import type { Watchlist } from './watchlist'

/** How a check can fail: a `closure` check may have cost something. */
type CheckFailure = 'failed' | 'closure failed'

/** The results of checks, by listing id. */
export interface Checked {
  results: Map<string, CheckResult | CheckFailure>
  /** How many calls to Google were made. */
  calls: number
  /** Seconds until the rest may be checked; null for no delay. */
  postponeSeconds: number | null
  /** Seconds until closures may be checked again; null if no limit on billable calls was reached. */
  closuresWaitSeconds: number | null
  /** The code of the last failure; empty for none. */
  code: string
}

/**
 * Checks as many listings as time allows. Once a limit on billable calls is reached, the rest are checked only for what
 * is free, if they are due for that.
 * @param until no check starts after `latestMs` or once `stopping` aborts.
 */
export async function checkListings(
  accountId: string,
  { isTest }: Pick<Watchlist, 'isTest'>,
  due: readonly DueListing[],
  { stopping, latestMs }: { stopping: AbortSignal; latestMs: number },
): Promise<Checked> {
  const source = isTest ? sampleSource : listingSource()
  let calls = 0
  const lookup: Omit<Lookup, 'signal'> = {
    caller: accountId,
    options: { ...defaultLookupOptions, details: 'checked' },
    inBackground: true,
    isLast: true,
    sampleOnly: isTest,
    noteAsked: () => {
      calls += 1
    },
  }
  let closuresWaitSeconds: number | null = null

  async function check({ listing, isDue, isClosureDue }: DueListing): Promise<CheckResult | null> {
    const { cid, placeId } = presentIdentifiers(listing)
    const key = { cid: storedCid(cid), placeId }
    const own = { ...lookup, signal: new AbortController().signal }
    const ask = <T>(work: (limited: Lookup) => Promise<T>) => withinDeadline(env().UPSTREAM_DEADLINE_MS, own, work)
    try {
      if (isClosureDue && closuresWaitSeconds === null) {
        const found = await ask((limited) => source.checkStatus(key, limited)).catch((error: unknown) => {
          closuresWaitSeconds = billableWaitOf(error)
          if (closuresWaitSeconds === null) throw error
        })
        if (found !== undefined) return { found, businessStatus: found?.businessStatus ?? null }
      }
      return isDue ? { found: await ask((limited) => source.check(key, limited)) } : null
    } catch (error) {
      if (!(error instanceof NoSuchListing)) throw error
      if (error.doubt) throw error.doubt
      return 'missing'
    }
  }

  const { answered, postponeSeconds } = await lookUpLines<CheckResult | null>({
    count: due.length,
    sideBySide,
    lookUp: (index) => check(due[index] as DueListing),
    verdictOn,
    yieldTurn: createTurns(accountId),
    stopping,
    latestMs,
  })
  const checked: Checked = { results: new Map(), calls, postponeSeconds, closuresWaitSeconds, code: '' }
  for (const [index, answer] of answered.entries()) {
    const { listing, isClosureDue } = due[index] as DueListing
    if ('problem' in answer) {
      checked.code = answer.problem.code
      checked.results.set(listing.id, isClosureDue && closuresWaitSeconds === null ? 'closure failed' : 'failed')
    } else if (answer.found !== null) checked.results.set(listing.id, answer.found)
  }
  return checked
}

/**
 * Returns the seconds until billable calls are allowed again if an error means that they are not: a cap, or the
 * account's share of the day, is used up. Null for any other error.
 */
export function billableWaitOf(error: unknown): number | null {
  const isLimit =
    error instanceof UpstreamFailure
      ? error.kind === 'spent'
      : error instanceof PinrefError &&
        error.code === 'too_many_requests' &&
        (error.retryAfterSeconds ?? 0) > longestPauseSeconds
  return isLimit ? ((error as PinrefError).retryAfterSeconds ?? longestPauseSeconds) : null
}

/** Returns a bucket after checks, with the resulting events. */
export function afterChecks(
  listings: readonly WatchedListing[],
  results: ReadonlyMap<string, CheckResult | CheckFailure>,
  nowMs: number,
): Change {
  const events: Change['events'] = []
  const checked = listings.map((listing) => {
    const result = results.get(listing.id)
    if (result === undefined) return listing
    if (result === 'failed' || result === 'closure failed') return afterFailure(listing, nowMs, result !== 'failed')
    const after = afterCheck(listing, result, nowMs)
    if (after.event) events.push(after.event)
    if (result === 'missing' || result.businessStatus === undefined) return after.listing
    const checked = afterClosureCheck(after.listing, result.businessStatus, nowMs)
    if (checked.event) events.push(checked.event)
    return checked.listing
  })
  return { bucket: { listings: checked }, events }
}
