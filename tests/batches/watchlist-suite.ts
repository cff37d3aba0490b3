import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { readWatched } from '@/server/features/watchlists/change-bucket'
import { checkNow } from '@/server/features/watchlists/change-watchlist'
import { readEvents } from '@/server/features/watchlists/events'
import { deleteWatchlist, findWatchlist, forgetWatchlists, readDays } from '@/server/features/watchlists/find-watchlist'
import { deleteListings, listingOf, readListings, storeListings } from '@/server/features/watchlists/listings'
import { removeAccount } from '@/server/metering/access/account'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { store } from '@/server/platform/store/store'
import { newRichAccount } from '../support/new-account'
import { makeOf, until } from './orders'
import {
  type ChangingGoogle,
  cidOf,
  day,
  eventsOf,
  expectExactCounts,
  listingsOf,
  numbered,
  pass,
  told,
  untilIdle,
  watch,
  withCallbacks,
} from './watchlists'

/** Runs the watchlist tests that every transport must pass, in a file that also runs `batchSuite`. */
export function watchSuite(transport: string, google: ChangingGoogle): void {
  const { simulator } = google

  test(`each change to a listing is reported once, in the feed and by callback, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const { secret, received, posted } = await withCallbacks(google, accountId)
    const all = numbered(30, 1_000)
    const [merged, moved, gone, away, target] = [...all.slice(0, 4), ...numbered(1, 2_000)] as [
      ...[(typeof all)[0], (typeof all)[0], (typeof all)[0], (typeof all)[0], (typeof all)[0]],
    ]
    const { id } = await watch(accountId, all)
    expect((await untilIdle(accountId, id)).counts).toMatchObject({ unchecked: 0, listed: 30 })
    expect(await eventsOf(accountId, id), 'of the first check').toEqual([])

    const newPlaceId = placeIdOf({ cell: 77n, cid: moved.cid })
    simulator.change(
      { place_id: merged.placeId, moved_to: target.placeId },
      { place_id: moved.placeId, moved_to: newPlaceId },
      { place_id: gone.placeId, gone: true },
      { place_id: away.placeId, gone: true },
    )
    await pass(accountId, id, 7 * day)
    await untilIdle(accountId, id)
    expect(told(await eventsOf(accountId, id))).toEqual([`moved ${cidOf(merged)}`, `moved ${cidOf(moved)}`])
    // This one is back before a second check can confirm that it is gone.
    simulator.change({ place_id: away.placeId })
    await pass(accountId, id, day)
    await untilIdle(accountId, id)
    simulator.change({ place_id: gone.placeId })
    await pass(accountId, id, 7 * day)
    await untilIdle(accountId, id)
    await pass(accountId, id, 7 * day)
    await untilIdle(accountId, id)

    const events = await eventsOf(accountId, id)
    expect(told(events)).toEqual(
      [`moved ${cidOf(merged)}`, `moved ${cidOf(moved)}`, `gone ${cidOf(gone)}`, `back ${cidOf(gone)}`].sort(),
    )
    expect(events.find(({ listing_id }) => listing_id === cidOf(merged))).toMatchObject({
      name: `name ${cidOf(merged)}`,
      reference: `ref ${cidOf(merged)}`,
      listing: { cid: cidOf(target), place_id: target.placeId },
      moved_from: { cid: cidOf(merged), place_id: merged.placeId },
    })
    expect(events.find(({ listing_id }) => listing_id === cidOf(moved))).toMatchObject({
      listing: { cid: cidOf(moved), place_id: newPlaceId },
      moved_from: { cid: cidOf(moved), place_id: moved.placeId },
    })
    expect(await eventsOf(accountId, id, 1), 'in pages of one').toEqual(events)
    expect(await readEvents(accountId, await findWatchlist(accountId, id), events.at(-1)?.id ?? '')).toEqual({
      events: [],
      next: null,
    })
    expect((await findWatchlist(accountId, id)).counts).toMatchObject({ listed: 28, moved: 2, gone: 0 })
    await expectExactCounts(accountId, id)
    expect((await readDays(accountId, id, 30))[0]).toMatchObject({ failed: 0, moved: 2, gone: 1, back: 1 })

    await expect.poll(() => posted().length).toBe(events.length)
    expect(posted()).toEqual(events)
    for (const { headers, body } of received()) {
      const { type, data } = new Webhook(secret).verify(body, headers as Record<string, string>) as never as {
        type: string
        data: { watchlist: unknown }
      }
      expect([type, data.watchlist]).toEqual(['watch.events', { id, name: 'Stores' }])
    }
  })

  test(`each closure and reopening is reported once, in the feed and by callback, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const { posted } = await withCallbacks(google, accountId)
    const all = numbered(20, 40_000)
    const [forGood, forNow, merged, opening, target] = [...all.slice(0, 4), ...numbered(1, 41_000)] as [
      ...[(typeof all)[0], (typeof all)[0], (typeof all)[0], (typeof all)[0], (typeof all)[0]],
    ]
    simulator.change({ place_id: opening.placeId, business_status: 'FUTURE_OPENING' })
    const { id } = await watch(accountId, all, { closures: 'weekly' })
    expect(await untilIdle(accountId, id)).toMatchObject({ counts: { listed: 20 }, audit: { status_known: 20 } })
    const weekLater = async () => {
      await pass(accountId, id, 7 * day)
      return untilIdle(accountId, id)
    }
    simulator.change(
      { place_id: forGood.placeId, business_status: 'CLOSED_TEMPORARILY' },
      { place_id: forNow.placeId, business_status: 'CLOSED_TEMPORARILY' },
      { place_id: target.placeId, business_status: 'CLOSED_PERMANENTLY' },
      { place_id: merged.placeId, moved_to: target.placeId },
      { place_id: opening.placeId },
    )
    expect(await weekLater()).toMatchObject({
      counts: { listed: 19, moved: 1, closed_permanently: 1, closed_temporarily: 2 },
      audit: { listed_unfine: 2, status_known: 20 },
    })
    simulator.change({ place_id: forGood.placeId, business_status: 'CLOSED_PERMANENTLY' }, { place_id: forNow.placeId })
    expect(await weekLater()).toMatchObject({
      counts: { listed: 19, moved: 1, closed_permanently: 2, closed_temporarily: 0 },
      audit: { listed_unfine: 1, status_known: 20 },
    })
    await weekLater()

    const events = await eventsOf(accountId, id)
    expect(events.map((one) => `${told([one])} ${one.business_status}`).sort()).toEqual(
      [
        `closed ${cidOf(forGood)} closed_temporarily`,
        `closed ${cidOf(forGood)} closed_permanently`,
        `closed ${cidOf(forNow)} closed_temporarily`,
        `reopened ${cidOf(forNow)} operational`,
        `moved ${cidOf(merged)} null`,
        `closed ${cidOf(merged)} closed_permanently`,
      ].sort(),
    )
    await expect.poll(() => posted().length).toBe(events.length)
    expect(posted()).toEqual(events)
    expect((await readDays(accountId, id, 30))[0]).toMatchObject({ moved: 1, closed: 4, reopened: 1 })
    await expectExactCounts(accountId, id)
    const watchlist = await findWatchlist(accountId, id)
    const closedFor = async (businessStatus: 'closed_permanently' | 'closed_temporarily', state: 'moved' | null) =>
      (await readListings(accountId, watchlist, { state, businessStatus, after: null })).listings.map((one) => one.id)
    expect((await closedFor('closed_permanently', null)).sort()).toEqual([cidOf(forGood), cidOf(merged)].sort())
    expect(await closedFor('closed_permanently', 'moved')).toEqual([cidOf(merged)])
    expect(await closedFor('closed_temporarily', null)).toEqual([])
  })

  test(`a batch’s listings are watched once each with their names and references, and lines without a listing are only counted, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const known = numbered(40, 10_000)
    // More lines than are added at once. The last of several lines with the same listing sets its name and reference.
    const lines = Array.from({ length: 1_100 }, (_, index) => {
      return { url: known[index % known.length]?.placeId, shop: `Café ${index}`, store: `Köln ${index}` }
    })
    const twice = { url: known[3]?.placeId, shop: '', store: 'second' }
    const unreadable = [{ url: 'https://example.com', shop: 'Lost', store: 'none' }, { shop: 'No link' }, 'nonsense']
    const made = await makeOf(accountId, [...unreadable, ...lines, twice])
    const batch = await until(accountId, made.id, 'finished')
    const source = { batch: batch.id, nameColumn: 'shop', referenceColumn: 'store' }
    const { id } = await watch(accountId, [], { source })
    const watchlist = await untilIdle(accountId, id)
    expect(watchlist).toMatchObject({
      adding: null,
      withoutListing: { batch: batch.id, not_found: 0, failed: 0, unreadable: 3, not_sent: 0 },
      isFull: false,
      counts: { listed: 40, unreadable: 0 },
    })
    const listings = await listingsOf(accountId, id)
    const labels = new Map(listings.map(({ placeId, name, reference }) => [placeId, [name, reference]]))
    expect(labels.get(known[7]?.placeId ?? '')).toEqual(['Café 1087', 'Köln 1087'])
    expect(labels.get(known[3]?.placeId ?? '')).toEqual(['Café 1083', 'second'])
    expect(await eventsOf(accountId, id)).toEqual([])
    expect((await readWatched(accountId)).listings).toBe(40)
    await expectExactCounts(accountId, id)
  })

  test(`counts stay exact while listings are added, removed, and checked concurrently, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const first = numbered(60, 20_000)
    const watchlist = await watch(accountId, first)
    const { id } = watchlist
    const removed = first.slice(0, 20).map(cidOf)
    const later = numbered(60, 20_040).map(({ placeId }) => listingOf({ text: placeId, reference: '' }))
    const [, , ...added] = await Promise.all([
      checkNow(accountId, id),
      deleteListings(accountId, watchlist, removed),
      // Several callers add the same listings.
      ...[1, 2, 3].map(() => storeListings(accountId, watchlist, later)),
    ])
    expect(added.reduce((sum, one) => sum + one.added, 0)).toBe(40)
    await untilIdle(accountId, id)
    expect((await listingsOf(accountId, id)).map((one) => one.id).sort()).toEqual(
      [...first.slice(20), ...numbered(40, 20_060)].map(cidOf).sort(),
    )
    expect((await findWatchlist(accountId, id)).counts).toMatchObject({ listed: 80, unchecked: 0 })
    expect(await eventsOf(accountId, id)).toEqual([])
    await expectExactCounts(accountId, id)
  })

  test(`deleting a watchlist or its account during checks leaves no watchlist data, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const [one, other] = await Promise.all([
      watch(accountId, numbered(60, 30_000)),
      watch(accountId, numbered(60, 30_000)),
    ])
    await expect.poll(async () => (await findWatchlist(accountId, one.id)).counts.listed).toBeGreaterThan(0)
    await deleteWatchlist(accountId, one.id)
    await untilIdle(accountId, other.id)
    await checkNow(accountId, other.id)
    expect(await removeAccount(accountId)).toHaveLength(1)
    await forgetWatchlists(accountId)
    const leftOf = async () => {
      const left: string[] = []
      for await (const keys of (await store()).scan(`*${accountId}*`)) left.push(...keys)
      return left.filter((key) => key.includes('watch') && !key.includes('pinref-queue'))
    }
    await expect.poll(leftOf).toEqual([])
  })
}
