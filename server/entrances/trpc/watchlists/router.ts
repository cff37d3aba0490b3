import { maxBytes } from '@/server/features/batches/limits'
import {
  checkNow,
  createWatchlist,
  pauseWatchlist,
  resumeWatchlist,
  updateWatchlist,
} from '@/server/features/watchlists/change-watchlist'
import { readEvents } from '@/server/features/watchlists/events'
import { deleteWatchlist, listWatchlists } from '@/server/features/watchlists/find-watchlist'
import {
  eventsBesides,
  eventsMs,
  eventsPerListing,
  maxAdded,
  maxEntries,
  maxName,
  maxPageBytes,
  maxReference,
  maxSentText,
  maxText,
  maxWatchlists,
} from '@/server/features/watchlists/limits'
import { createListings, deleteListings, readListings } from '@/server/features/watchlists/listings'
import { works } from '@/server/metering/access/long-body'
import { allowOperations } from '../batches/owner'
import type { Body } from '../entrance'
import { router } from '../init'
import { idempotencyOf, pageOf } from '../wire'
import {
  createInput,
  createListingsInput,
  deleteListingsInput,
  eventsInput,
  idInput,
  listInput,
  listingsInput,
  updateInput,
} from './inputs'
import {
  needed,
  own,
  problemsOfWatchlists,
  suspendedWatchProcedure,
  viewerWatchProcedure,
  watchProcedure,
} from './owner'
import {
  createdListingsOutput,
  deletedListingsOutput,
  deletedOutput,
  eventsOutput,
  listingsOutput,
  watchlistOutput,
  watchlistsOutput,
  wireCreated,
  wireListing,
} from './schemas'
import { watchlistViews, wire } from './views'

const tags = ['Watchlists']

/** The plan limits the listings that this adds. */
const listingsBody: Body = {
  maxBytes,
  long: 'watchlists',
  media: ['application/json'],
  counts: {
    listings: maxAdded,
    charactersInListing: maxSentText,
    charactersInName: maxName,
    charactersInReference: maxReference,
  },
}

/** Watchlists, for an account's keys over REST and for a signed-in person. */
export const watchlistsRouter = router({
  create: watchProcedure
    .meta({
      stores: { watchlists: maxWatchlists },
      problems: [...problemsOfWatchlists, 'batch_state', 'limit_reached', 'idempotency_key_reused'],
      openapi: {
        method: 'POST',
        path: '/watchlists',
        requestName: 'CreateWatchlistRequest',
        creates: true,
        idempotent: true,
        tags,
        summary: 'Create a watchlist',
        description:
          'Checks the watchlist’s listings regularly and reports listings that move, disappear, or reappear. With `closures`, it also reports listings that close or reopen. Add the listings that a batch found, or add listings afterward with ' +
          '`POST /watchlists/{id}/listings`. The first check of a listing is the baseline and causes no event. Checks use only requests ' +
          'that Google does not charge for, and count as calls only if your plan says so. Checks for closure are an exception: each counts as a call.',
      },
    })
    .input(createInput)
    .output(watchlistOutput)
    .mutation(async ({ input, ctx: { batches: owner, call } }) => {
      const {
        name,
        client = '',
        period,
        closures,
        digest,
        batch_id: batch,
        name_column: nameColumn = null,
        reference_column: referenceColumn = null,
      } = input
      allowOperations(owner, needed)
      const source = batch === undefined ? null : { batch, nameColumn, referenceColumn }
      const settings = { name, client, period, closures, digest, isTest: owner.isTest }
      const order = Object.assign(settings, { source, idempotency: idempotencyOf(call) })
      return wire(owner.accountId, await createWatchlist(owner, order))
    }),

  list: viewerWatchProcedure
    .meta({
      returns: { watchlists: maxWatchlists },
      openapi: {
        method: 'GET',
        path: '/watchlists',
        tags,
        summary: 'List watchlists, newest first',
        description: 'An account can have up to 20 watchlists. They share the plan’s listing limit.',
      },
    })
    .input(listInput)
    .output(watchlistsOutput)
    .query(async ({ input, ctx: { batches: owner } }) => {
      const all = (await listWatchlists(owner.accountId)).filter(
        ({ client }) => input.client === undefined || client === input.client,
      )
      const { page, next } = pageOf(all, input)
      return { watchlists: await Promise.all(page.map((one) => wire(owner.accountId, one))), next }
    }),

  get: viewerWatchProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/watchlists/{id}',
        tags,
        summary: 'Get a watchlist',
        description: 'Shows how many listings are in each state and whether their checks succeed.',
      },
    })
    .input(idInput)
    .output(watchlistOutput)
    .query(async ({ input, ctx: { batches: owner } }) => wire(owner.accountId, await own(owner, input.id))),

  update: watchProcedure
    .meta({
      stores: null,
      openapi: {
        method: 'PATCH',
        path: '/watchlists/{id}',
        requestName: 'UpdateWatchlistRequest',
        tags,
        summary: 'Change a watchlist’s settings',
        description: 'Omitted settings don’t change.',
      },
    })
    .input(updateInput)
    .output(watchlistOutput)
    .mutation(async ({ input: { id, client, ...change }, ctx: { batches: owner } }) => {
      await own(owner, id)
      const changes = { ...change, ...(client !== undefined && { client: client ?? '' }) }
      return wire(owner.accountId, await updateWatchlist(owner, id, changes))
    }),

  delete: suspendedWatchProcedure
    .meta({
      stores: null,
      openapi: {
        method: 'DELETE',
        path: '/watchlists/{id}',
        tags,
        summary: 'Delete a watchlist and its events',
        description: 'Its listings no longer count toward your plan’s limit.',
      },
    })
    .input(idInput)
    .output(deletedOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await own(owner, id)
      await deleteWatchlist(owner, id)
      return { id, deleted: true as const }
    }),

  createListings: watchProcedure
    .meta({
      body: listingsBody,
      stores: { charactersUnread: maxText, eventsPerListing, eventsBesides, eventDays: eventsMs / 86_400_000 },
      turns: Object.values(works),
      openapi: {
        method: 'POST',
        path: '/watchlists/{id}/listings',
        requestName: 'CreateListingsRequest',
        tags,
        summary: 'Add up to 10,000 listings',
        description:
          'Adding a listing again changes only its name and reference, so you can safely repeat a request. Your plan limits the listings in all watchlists.',
      },
    })
    .input(createListingsInput)
    .output(createdListingsOutput)
    .mutation(async ({ input: { id, listings }, ctx: { batches: owner } }) => {
      const watchlist = await own(owner, id)
      return wireCreated(id, await createListings(owner, watchlist, listings))
    }),

  deleteListings: suspendedWatchProcedure
    .meta({
      stores: null,
      openapi: {
        method: 'DELETE',
        path: '/watchlists/{id}/listings',
        tags,
        summary: 'Remove up to 100 listings',
        description: 'Ids that are not in the watchlist are ignored. Past events stay available.',
      },
    })
    .input(deleteListingsInput)
    .output(deletedListingsOutput)
    .mutation(async ({ input: { id, ids }, ctx: { batches: owner } }) => {
      const watchlist = await own(owner, id)
      return { deleted_count: await deleteListings(owner, watchlist, ids.split(',')), watchlist_id: id }
    }),

  listListings: viewerWatchProcedure
    .meta({
      returns: { listings: maxEntries, bytes: maxPageBytes },
      openapi: {
        method: 'GET',
        path: '/watchlists/{id}/listings',
        tags,
        summary: 'List a watchlist’s listings',
        description: 'In no particular order. To get the next page, send `next` as `after`, until `next` is null.',
      },
    })
    .input(listingsInput)
    .output(listingsOutput)
    .query(async ({ input, ctx: { batches: owner } }) => {
      const { id, state = null, business_status: businessStatus = null, after = null, limit } = input
      const watchlist = await own(owner, id)
      const page = await readListings(owner.accountId, watchlist, {
        state,
        businessStatus,
        after,
        ...(limit && { most: Number(limit) }),
      })
      return { listings: page.listings.map(wireListing), next: page.next }
    }),

  listEvents: viewerWatchProcedure
    .meta({
      returns: { events: maxEntries, bytes: maxPageBytes },
      openapi: {
        method: 'GET',
        path: '/watchlists/{id}/events',
        tags,
        summary: 'List events, oldest first',
        description: 'Events are stored for 90 days. A listing that has not changed causes no event.',
      },
    })
    .input(eventsInput)
    .output(eventsOutput)
    .query(async ({ input: { id, after = null, limit }, ctx: { batches: owner } }) =>
      readEvents(owner.accountId, await own(owner, id), after, limit === undefined ? undefined : Number(limit)),
    ),

  check: watchProcedure
    .meta({
      stores: null,
      problems: [...problemsOfWatchlists, 'watchlist_state'],
      openapi: {
        method: 'POST',
        path: '/watchlists/{id}/check',
        tags,
        summary: 'Check all listings now',
        description:
          'Limited to once a day per watchlist. The checks run in the background, and find closures only if a check for closure is due soon.',
      },
    })
    .input(idInput)
    .output(watchlistOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await own(owner, id)
      return wire(owner.accountId, await checkNow(owner, id))
    }),

  pause: watchProcedure
    .meta({
      stores: null,
      openapi: {
        method: 'POST',
        path: '/watchlists/{id}/pause',
        tags,
        summary: 'Pause a watchlist’s checks',
        description: 'Listings and events remain, and you can still add listings.',
      },
    })
    .input(idInput)
    .output(watchlistOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await own(owner, id)
      return wire(owner.accountId, await pauseWatchlist(owner, id))
    }),

  resume: watchProcedure
    .meta({
      stores: null,
      openapi: {
        method: 'POST',
        path: '/watchlists/{id}/resume',
        tags,
        summary: 'Resume a watchlist’s checks',
        description: 'Listings that became due during the pause are checked immediately.',
      },
    })
    .input(idInput)
    .output(watchlistOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await own(owner, id)
      return wire(owner.accountId, await resumeWatchlist(owner, id))
    }),

  ...watchlistViews,
})
