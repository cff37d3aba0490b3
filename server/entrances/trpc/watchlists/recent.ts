import * as z from 'zod'
import { readEvents } from '@/server/features/watchlists/events'
import { listWatchlists, noSuchWatchlist } from '@/server/features/watchlists/find-watchlist'
import { eventsMs } from '@/server/features/watchlists/limits'
import type { Watchlist } from '@/server/features/watchlists/watchlist'
import type { BatchOwner } from '../batches/owner'
import { eventsInput } from './inputs'
import { wireWatchlist } from './schemas'

const watchlistMessage = 'Send watchlist as the id or name of a watchlist.'

/** How far back an agent can look, in days: as long as events are stored. */
const maxDays = eventsMs / 86_400_000

const daysMessage = `Send days as a whole number from 1 to ${maxDays}.`

export const recentInput = z.strictObject({
  watchlist: z.string(watchlistMessage).max(200, watchlistMessage).optional().meta({
    description: 'An id or name. Defaults to all.',
  }),
  days: z.int(daysMessage).min(1, daysMessage).max(maxDays, daysMessage).default(7).meta({
    description: 'How many days to look back.',
  }),
  after: eventsInput.shape.after.meta({ description: 'Only events after this id, instead of days.' }),
})

/** The event limit across all watchlists. */
export const maxEvents = 100

/**
 * Returns the watchlists that the caller may read, or one of them by id or name, each with a page of its events.
 * @throws PinrefError `watchlist_not_found`.
 */
export async function recentEvents(owner: BatchOwner, input: z.output<typeof recentInput>) {
  const { watchlist: wanted, days, after = `${Date.now() - days * 86_400_000}-0` } = input
  const all = (await listWatchlists(owner.accountId)).filter(
    ({ isTest }) => owner.key === '' || isTest === owner.isTest,
  )
  const chosen = all.filter(({ id, name }) => wanted === undefined || wanted === id || wanted === name)
  if (wanted !== undefined && chosen.length === 0) throw noSuchWatchlist()
  const most = Math.floor(maxEvents / Math.max(1, chosen.length))
  const read = (one: Watchlist) => readEvents(owner.accountId, one, after, most)
  return Promise.all(chosen.map(async (one) => ({ watchlist: wireWatchlist(one, []), ...(await read(one)) })))
}
