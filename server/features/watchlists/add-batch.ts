import { readResults } from '@/server/features/batches/read-results'
import type { Row } from '@/server/features/lists/row'
import type { PinrefError } from '@/server/platform/problems/errors'
import { runScript } from '@/server/platform/store/untyped'
import { maxReference, maxText } from './limits'
import { newListing, unreadableListing, type WatchedListing } from './listing'
import { addListings } from './listings'
import { watchKeys } from './watch-store'
import type { Watchlist } from './watchlist'
import { advanceScript } from './work-scripts'

const linesAtOnce = 1_000

/**
 * Adds the next listings of a watchlist's batch. After an interruption, the same lines are added again, which changes
 * nothing.
 * @throws PinrefError `store_unavailable`, `watchlist_not_found`, `too_many_requests` if too many of the account's
 *   results are being read. The call can be retried.
 */
export async function addNextLines(accountId: string, watchlist: Watchlist): Promise<void> {
  const { adding } = watchlist
  if (adding === null) return
  const { batch, line, referenceColumn } = adding
  const advance = (to: number | '', isFull: boolean) =>
    runScript(advanceScript, [watchKeys(accountId, watchlist.id).record], [line, to, isFull ? 1 : 0])
  try {
    const page = await readResults(accountId, batch, { after: line, most: linesAtOnce, hasArrived: false })
    const listings = page.rows.flatMap((row) => listingOf(row, referenceColumn) ?? [])
    const { isFull } = await addListings(accountId, watchlist, listings)
    await advance(page.isLast || isFull ? '' : page.after, isFull)
  } catch (error) {
    // The batch was deleted in the meantime.
    if ((error as Partial<PinrefError>).code !== 'batch_not_found') throw error
    await advance('', false)
  }
}

/** Returns a line's listing; null if it was not looked up or failed without identifiers. */
function listingOf({ row, state, input, listing, problem }: Row, referenceColumn: string): WatchedListing | null {
  const labels = { name: '', reference: referenceOf(input, referenceColumn) }
  if (listing) return newListing({ cid: listing.cid, placeId: listing.place_id }, labels)
  if (problem?.cid) return newListing({ cid: problem.cid, placeId: problem.place_id }, labels)
  if (state !== 'unreadable') return null
  const text = typeof input === 'string' ? input : JSON.stringify(input ?? `row ${row}`)
  return unreadableListing([...text].slice(0, maxText).join(''), problem?.detail ?? '', labels)
}

/** Returns the customer's reference in a line, from the named column or field; empty if none. */
function referenceOf(input: unknown, column: string): string {
  if (typeof input !== 'object' || input === null) return ''
  const value: unknown = (input as Record<string, unknown>)[column]
  return typeof value === 'string' || typeof value === 'number'
    ? [...String(value)].slice(0, maxReference).join('')
    : ''
}
