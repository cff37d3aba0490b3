import * as z from 'zod'
import { readWatched } from '@/server/features/watchlists/change-bucket'
import { closurePrices } from '@/server/features/watchlists/closure-price'
import { digestOf } from '@/server/features/watchlists/digest'
import { readNewestEvents } from '@/server/features/watchlists/events'
import { findWatchlist, listWatchlists, readDays } from '@/server/features/watchlists/find-watchlist'
import {
  daysCounted,
  eventsBesides,
  eventsPerListing,
  maxText,
  maxWatchlists,
} from '@/server/features/watchlists/limits'
import { watchlistsWith } from '@/server/features/watchlists/listings'
import { isWatching } from '@/server/features/watchlists/schedule'
import type { Watchlist } from '@/server/features/watchlists/watchlist'
import { networkOf } from '@/server/metering/access/client'
import { withinBurst } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { tooManyRequests } from '@/server/metering/access/refusals'
import { allowOperations } from '../batches/owner'
import { everyone, shortJson } from '../entrance'
import { procedure } from '../init'
import { viewProcedure } from '../signed-in'
import { fillInput, fillWatchlist } from './fill'
import { idInput } from './inputs'
import { needed, viewerWatchProcedure, watchProcedure } from './owner'
import { maxEvents, recentEvents, recentInput } from './recent'
import { wireWatchlist } from './schemas'

const newestEvents = 100

/** Returns a watchlist as sent, with its changes in recent days. */
export async function wire(accountId: string, watchlist: Watchlist) {
  return wireWatchlist(watchlist, await readDays(accountId, watchlist.id, daysCounted))
}

/** The procedures for pages and agents, which REST does not serve. */
export const watchlistViews = {
  /** For the page with all watchlists: the account's watchlists and its plan's listing limit and the price of closure checks; null if turned off. */
  overview: viewProcedure.meta({ returns: { watchlists: maxWatchlists } }).query(async ({ ctx: { member: owner } }) => {
    const watchlists = await listWatchlists(owner.accountId)
    if (!isWatching() && watchlists.length === 0) return null
    const wired = await Promise.all(watchlists.map((one) => wire(owner.accountId, one)))
    return {
      watchlists: wired,
      isOn: isWatching(),
      watched: await readWatched(owner.accountId),
      closuresPrice: closurePrices({ isTest: false }),
    }
  }),

  /** For a watchlist's page: its daily counts, and its latest events, newest first. */
  view: viewProcedure
    .meta({ returns: { events: newestEvents, days: daysCounted } })
    .input(idInput)
    .query(async ({ input: { id }, ctx: { member: owner } }) => {
      const watchlist = await findWatchlist(owner.accountId, id)
      const [days, newest] = await Promise.all([
        readDays(owner.accountId, id, daysCounted),
        readNewestEvents(owner.accountId, id, newestEvents),
      ])
      return { watchlist: wireWatchlist(watchlist, days), days, newest }
    }),

  /**
   * For the page that a link in a digest opens, without a session: the watchlist's name and how often it is emailed.
   */
  digest: procedure({
    who: everyone,
    isCallerFirst: false,
    costs: { limit: limits.burst },
    body: shortJson,
  })
    .input(z.strictObject({ token: z.string().max(200) }))
    .query(async ({ input: { token }, ctx }) => {
      if (!(await withinBurst(networkOf(ctx.call.client())))) throw tooManyRequests()
      const { accountId, id } = digestOf(token)
      const { name, digest } = await findWatchlist(accountId, id)
      return { name, digest }
    }),

  /** For agents: the account's watchlists, or one of them, with recent events. */
  recent: viewerWatchProcedure
    .meta({ returns: { watchlists: maxWatchlists, events: maxEvents } })
    .input(recentInput)
    .query(({ input, ctx: { batches: owner } }) => {
      allowOperations(owner, needed)
      return recentEvents(owner, input)
    }),

  /** For agents: creates a watchlist with listings, or adds listings to one. */
  fill: watchProcedure
    .meta({ stores: { watchlists: maxWatchlists, charactersUnread: maxText, eventsPerListing, eventsBesides } })
    .input(fillInput)
    .mutation(({ input, ctx: { batches: owner } }) => fillWatchlist(owner, input)),

  /** For a listing's card: the account's watchlists that include it. */
  with: viewProcedure
    .meta({ returns: { watchlists: maxWatchlists } })
    .input(z.strictObject({ cid: z.string().max(20) }))
    .query(async ({ input, ctx: { member: owner } }) => {
      const found = await watchlistsWith(owner.accountId, input.cid)
      return found.map(({ watchlist: { id, name }, listing }) => ({ id, name, state: listing.state }))
    }),
}
