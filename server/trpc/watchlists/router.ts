import { z } from 'zod'
import { PinrefError } from '@/server/errors'
import { readWatched } from '@/server/watch/change-bucket'
import {
  changeWatchlist,
  checkNow,
  makeWatchlist,
  pauseWatchlist,
  resumeWatchlist,
} from '@/server/watch/change-watchlist'
import { readEvents, readNewestEvents } from '@/server/watch/events'
import { findWatchlist, listWatchlists, readDays, removeWatchlist } from '@/server/watch/find-watchlist'
import { daysCounted } from '@/server/watch/limits'
import { addListings, listingOf, readListings, removeListings, watchlistsWith } from '@/server/watch/listings'
import { isWatching } from '@/server/watch/schedule'
import type { Watchlist } from '@/server/watch/watchlist'
import { allowOperations, type BatchOwner, batchProcedure, suspendedBatchProcedure } from '../batches/owner'
import { router } from '../init'
import { accountProcedure } from '../signed-in'
import { pageOf } from '../wire'
import {
  addInput,
  changeInput,
  eventsInput,
  idInput,
  listInput,
  listingsInput,
  makeInput,
  removeListingsInput,
} from './inputs'
import {
  addOutput,
  eventsOutput,
  listingsOutput,
  removedListingsOutput,
  removedOutput,
  watchlistOutput,
  watchlistsOutput,
  wireAdded,
  wireListing,
  wireWatchlist,
} from './schemas'

const tags = ['Watchlists']

/** Checks and imports are lookups of identifiers. */
const needed = { operation: 'resolve', details: 'checked' } as const

/** Returns a watchlist of the caller. A key must be allowed to look up listings and be of the same kind, live or test. */
async function own(owner: BatchOwner, id: string): Promise<Watchlist> {
  const watchlist = await findWatchlist(owner.accountId, id)
  allowOperations(owner, needed)
  if (owner.isTest === watchlist.isTest || owner.key === '') return watchlist
  const detail = `Use a ${watchlist.isTest ? 'test' : 'live'} key for this watchlist.`
  throw new PinrefError('operation_not_allowed', detail)
}

async function wire(accountId: string, watchlist: Watchlist) {
  return wireWatchlist(watchlist, await readDays(accountId, watchlist.id, daysCounted))
}

/** Watchlists, for an account's keys over REST and for a signed-in person. */
export const watchlistsRouter = router({
  make: batchProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/watchlists', creates: true, tags },
        summary: 'Create a watchlist',
        description:
          'Checks its listings regularly, and reports those that move, disappear, or reappear. Add listings from a batch, or afterward with ' +
          '`PUT /watchlists/{id}/listings`. The first check of a listing is the baseline and causes no event. Checks use only requests ' +
          'that Google does not charge for, and count as calls only if your plan says so.',
      },
    })
    .input(makeInput)
    .output(watchlistOutput)
    .mutation(async ({ input, ctx: { batches: owner } }) => {
      const { name, period, digest, batch, reference_column } = input
      allowOperations(owner, needed)
      const source = batch === undefined ? null : { batch, referenceColumn: reference_column }
      return wire(
        owner.accountId,
        await makeWatchlist(owner.accountId, { name, period, digest, isTest: owner.isTest, source }),
      )
    }),

  list: suspendedBatchProcedure
    .meta({ openapi: { ...{ method: 'GET', path: '/watchlists', tags }, summary: 'List watchlists, newest first' } })
    .input(listInput)
    .output(watchlistsOutput)
    .query(async ({ input, ctx: { batches: owner } }) => {
      const { page, next } = pageOf(await listWatchlists(owner.accountId), input)
      return { watchlists: await Promise.all(page.map((one) => wire(owner.accountId, one))), next }
    }),

  get: suspendedBatchProcedure
    .meta({ openapi: { ...{ method: 'GET', path: '/watchlists/{id}', tags }, summary: 'Get a watchlist' } })
    .input(idInput)
    .output(watchlistOutput)
    .query(async ({ input, ctx: { batches: owner } }) => wire(owner.accountId, await own(owner, input.id))),

  change: batchProcedure
    .meta({
      openapi: {
        ...{ method: 'PATCH', path: '/watchlists/{id}', tags },
        summary: 'Change a watchlist’s settings',
        description: 'Settings that you omit stay unchanged.',
      },
    })
    .input(changeInput)
    .output(watchlistOutput)
    .mutation(async ({ input: { id, ...change }, ctx: { batches: owner } }) => {
      await own(owner, id)
      return wire(owner.accountId, await changeWatchlist(owner.accountId, id, change))
    }),

  remove: suspendedBatchProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/watchlists/{id}', tags },
        summary: 'Delete a watchlist and its events',
      },
    })
    .input(idInput)
    .output(removedOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await own(owner, id)
      await removeWatchlist(owner.accountId, id)
      return { id, removed: true as const }
    }),

  addListings: batchProcedure
    .meta({
      openapi: {
        ...{ method: 'PUT', path: '/watchlists/{id}/listings', tags },
        summary: 'Add up to 10,000 listings',
        description:
          'Adding a listing again changes only its reference, so you can safely repeat a request. Your plan limits the listings in all watchlists.',
      },
    })
    .input(addInput)
    .output(addOutput)
    .mutation(async ({ input: { id, listings }, ctx: { batches: owner } }) => {
      const watchlist = await own(owner, id)
      const sent = listings.map((one) =>
        typeof one === 'string' ? { text: one, reference: '' } : { text: one.url, reference: one.reference ?? '' },
      )
      return wireAdded(id, await addListings(owner.accountId, watchlist, sent.map(listingOf)))
    }),

  removeListings: suspendedBatchProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/watchlists/{id}/listings', tags },
        summary: 'Remove up to 100 listings',
        description: 'Ids that are not in the watchlist are ignored. Past events stay.',
      },
    })
    .input(removeListingsInput)
    .output(removedListingsOutput)
    .mutation(async ({ input: { id, ids }, ctx: { batches: owner } }) => {
      const watchlist = await own(owner, id)
      return { removed: await removeListings(owner.accountId, watchlist, ids.split(',')), watchlist_id: id }
    }),

  listings: suspendedBatchProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/watchlists/{id}/listings', tags },
        summary: 'List the listings of a watchlist',
        description: 'In no particular order. Pass `next` as `after` until it is null.',
      },
    })
    .input(listingsInput)
    .output(listingsOutput)
    .query(async ({ input, ctx: { batches: owner } }) => {
      const { id, state = null, after = null, limit } = input
      const watchlist = await own(owner, id)
      const page = await readListings(owner.accountId, watchlist, {
        state,
        after,
        ...(limit && { most: Number(limit) }),
      })
      return { listings: page.listings.map(wireListing), next: page.next }
    }),

  events: suspendedBatchProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/watchlists/{id}/events', tags },
        summary: 'List events, oldest first',
        description: 'Events are stored for 90 days. A listing that has not changed causes none.',
      },
    })
    .input(eventsInput)
    .output(eventsOutput)
    .query(async ({ input: { id, after = null, limit }, ctx: { batches: owner } }) =>
      readEvents(owner.accountId, await own(owner, id), after, limit === undefined ? undefined : Number(limit)),
    ),

  check: batchProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/watchlists/{id}/check', tags },
        summary: 'Check all listings now',
        description: 'Possible once a day for each watchlist. The checks run in the background.',
      },
    })
    .input(idInput)
    .output(watchlistOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await own(owner, id)
      return wire(owner.accountId, await checkNow(owner.accountId, id))
    }),

  pause: batchProcedure
    .meta({
      openapi: { ...{ method: 'POST', path: '/watchlists/{id}/pause', tags }, summary: 'Pause a watchlist’s checks' },
    })
    .input(idInput)
    .output(watchlistOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await own(owner, id)
      return wire(owner.accountId, await pauseWatchlist(owner.accountId, id))
    }),

  resume: batchProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/watchlists/{id}/resume', tags },
        summary: 'Resume a watchlist’s checks',
        description: 'Listings that were due in the meantime are checked now.',
      },
    })
    .input(idInput)
    .output(watchlistOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await own(owner, id)
      return wire(owner.accountId, await resumeWatchlist(owner.accountId, id))
    }),

  /** For the page with all watchlists: those of the account, and how many listings its plan allows; null if turned off. */
  overview: accountProcedure.query(async ({ ctx: { owner } }) => {
    const watchlists = await listWatchlists(owner.accountId)
    if (!isWatching() && watchlists.length === 0) return null
    const wired = await Promise.all(watchlists.map((one) => wire(owner.accountId, one)))
    return { watchlists: wired, isOn: isWatching(), watched: await readWatched(owner.accountId) }
  }),

  /** For the page of a watchlist: the counts of its days, and its newest events, newest first. */
  view: accountProcedure.input(idInput).query(async ({ input: { id }, ctx: { owner } }) => {
    const watchlist = await findWatchlist(owner.accountId, id)
    const [days, newest] = await Promise.all([
      readDays(owner.accountId, id, daysCounted),
      readNewestEvents(owner.accountId, id, newestEvents),
    ])
    return { watchlist: wireWatchlist(watchlist, days), days, newest }
  }),

  /** For a listing's card: the watchlists of the account that have it. */
  with: accountProcedure.input(z.strictObject({ cid: z.string().max(20) })).query(async ({ input, ctx: { owner } }) => {
    const found = await watchlistsWith(owner.accountId, input.cid)
    return found.map(({ watchlist: { id, name }, listing }) => ({ id, name, state: listing.state }))
  }),
})

const newestEvents = 100
