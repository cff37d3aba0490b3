import { lookUpLines, verdictOn } from '@/server/features/batches/look-up'
import { NoSuchListing } from '@/server/places/sources/listing-source'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { listingSource } from '@/server/places/sources/source'
import { type Lookup, withinDeadline } from '@/server/places/upstream/lookup'
import { defaultLookupOptions } from '@/server/places/upstream/lookup-options'
import { createTurns } from '@/server/platform/runtime/event-loop-turns'
import { env } from '@/server/platform/settings/env'
import type { Change } from './change-bucket'
import { sideBySide } from './limits'
import {
  afterCheck,
  afterFailure,
  type CheckResult,
  presentIdentifiers,
  storedCid,
  type WatchedListing,
} from './listing'
import type { Watchlist } from './watchlist'

/** The results of checks, by listing id. */
export interface Checked {
  results: Map<string, CheckResult | 'failed'>
  /** How many calls to Google were made. */
  calls: number
  /** Seconds until the rest may be checked; null for no delay. */
  postponeSeconds: number | null
  /** The code of the last failure; empty for none. */
  code: string
}

/**
 * Checks as many listings as time allows.
 * @param until no check starts after `latestMs` or once `stopping` aborts.
 */
export async function checkListings(
  accountId: string,
  { isTest }: Pick<Watchlist, 'isTest'>,
  listings: readonly WatchedListing[],
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
  const { answered, postponeSeconds } = await lookUpLines<CheckResult>({
    count: listings.length,
    sideBySide,
    async lookUp(index) {
      const { cid, placeId } = presentIdentifiers(listings[index] as WatchedListing)
      const key = { cid: storedCid(cid), placeId }
      const own = { ...lookup, signal: new AbortController().signal }
      try {
        const found = await withinDeadline(env().UPSTREAM_DEADLINE_MS, own, (limited) => source.check(key, limited))
        return { found }
      } catch (error) {
        if (!(error instanceof NoSuchListing)) throw error
        if (error.doubt) throw error.doubt
        return 'missing'
      }
    },
    verdictOn,
    yieldTurn: createTurns(accountId),
    stopping,
    latestMs,
  })
  const checked: Checked = { results: new Map(), calls, postponeSeconds, code: '' }
  for (const [index, answer] of answered.entries()) {
    const { id } = listings[index] as WatchedListing
    if ('problem' in answer) checked.code = answer.problem.code
    checked.results.set(id, 'found' in answer ? answer.found : 'failed')
  }
  return checked
}

/** Returns a bucket after checks, with the resulting events. */
export function afterChecks(
  listings: readonly WatchedListing[],
  results: ReadonlyMap<string, CheckResult | 'failed'>,
  nowMs: number,
): Change {
  const events: Change['events'] = []
  const checked = listings.map((listing) => {
    const result = results.get(listing.id)
    if (result === undefined) return listing
    if (result === 'failed') return afterFailure(listing, nowMs)
    const after = afterCheck(listing, result, nowMs)
    if (after.event) events.push(after.event)
    return after.listing
  })
  return { bucket: { listings: checked }, events }
}
