import { readResults } from '@/server/features/batches/read-results'
import type { Row } from '@/server/features/lists/row'
import { cellText } from '@/server/features/lists/row-cell'
import { bucketOf } from '@/server/features/lists/row-state'
import type { PinrefError } from '@/server/platform/problems/errors'
import { runScript } from '@/server/platform/store/untyped'
import { maxName, maxReference } from './limits'
import { newListing, type WatchedListing } from './listing'
import { storeListings } from './listings'
import { watchKeys } from './watch-store'
import { type LabelColumns, statesWithoutListing, type Watchlist } from './watchlist'
import { advanceScript } from './work-scripts'

const linesAtOnce = 1_000

/**
 * Adds the next listings of a watchlist's batch, and counts the lines without a listing. After an interruption, the same
 * lines are added again, which changes nothing.
 * @throws PinrefError `store_unavailable`, `watchlist_not_found`, `too_many_requests` if too many of the account's
 *   results are being read. The call can be retried.
 */
export async function addNextLines(accountId: string, watchlist: Watchlist): Promise<void> {
  const { adding, withoutListing } = watchlist
  if (adding === null || withoutListing === null) return
  const { batch, line, columns } = adding
  const counts = { ...withoutListing }
  const advance = (to: number | '', isFull: boolean) => {
    const args = [line, to, isFull ? 1 : 0, JSON.stringify(counts)]
    return runScript(advanceScript, [watchKeys(accountId, watchlist.id).record], args)
  }
  try {
    const page = await readResults(accountId, batch, { after: line, most: linesAtOnce, hasArrived: false })
    const listings: WatchedListing[] = []
    for (const row of page.rows) {
      const listing = listingOf(row, columns)
      const state = statesWithoutListing.find((one) => one === bucketOf(row))
      if (listing) listings.push(listing)
      else if (state) counts[state] += 1
    }
    const { isFull } = await storeListings(accountId, watchlist, listings)
    await advance(page.isLast || isFull ? '' : page.after, isFull)
  } catch (error) {
    // The batch was deleted in the meantime.
    if ((error as Partial<PinrefError>).code !== 'batch_not_found') throw error
    await advance('', false)
  }
}

/** Returns the listing that a row found, or that it names if its lookup failed; null for any other row. */
function listingOf({ state, input, listing, problem }: Row, columns: LabelColumns): WatchedListing | null {
  const { cid = null, place_id: placeId = null } = listing ?? (state === 'failed' ? problem : null) ?? {}
  if (cid === null) return null
  const labelIn = (column: string, most: number) => [...cellText(input, column)].slice(0, most).join('')
  const labels = { name: labelIn(columns.name, maxName), reference: labelIn(columns.reference, maxReference) }
  return newListing({ cid, placeId }, labels)
}
