import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { pack } from '@/server/features/batches/batch-store'
import { readBuckets } from '@/server/features/watchlists/change-bucket'
import { createWatchlist, type WatchlistOrder } from '@/server/features/watchlists/change-watchlist'
import { readEvents, type WatchEvent } from '@/server/features/watchlists/events'
import { findWatchlist, readDays } from '@/server/features/watchlists/find-watchlist'
import { findingsAbout, storedBucket, type WatchedListing } from '@/server/features/watchlists/listing'
import { listingOf, readListings, storeListings } from '@/server/features/watchlists/listings'
import { addToQueue } from '@/server/features/watchlists/schedule'
import { watchKeys } from '@/server/features/watchlists/watch-store'
import { listingStates, type Watchlist } from '@/server/features/watchlists/watchlist'
import { decimalCid } from '@/server/places/identifiers/cid'
import { askStore } from '@/server/platform/store/untyped'
import { numberedListing, type SimulatedListing } from '../simulator/listings'
import { startSimulator } from '../simulator/simulator'
import { startCallbackReceiver } from '../support/callback-receiver'
import { newEndpoint } from '../support/new-endpoint'

export const day = 86_400_000

const order: WatchlistOrder = { name: 'Stores', period: 'weekly', digest: 'off', isTest: false, source: null }

/** Starts a Google simulator whose listings can be changed, and a callback receiver; returns the settings for both. */
export async function startChangingGoogle() {
  const [simulator, receiver] = await Promise.all([startSimulator(), startCallbackReceiver()])
  const env = {
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
    CALLBACK_GATEWAY_URL: receiver.url,
    WATCH_CHECKS_PER_MINUTE: '60000',
    UPSTREAM_CALLER_SHARE: '100',
  }
  const stop = () => Promise.all([simulator.stop(), receiver.stop()])
  return { simulator, receiver, env, stop }
}

export type ChangingGoogle = Awaited<ReturnType<typeof startChangingGoogle>>

/** Returns different listings that the simulator has. Each test begins at its own number. */
export const numbered = (count: number, from: number): SimulatedListing[] =>
  Array.from({ length: count }, (_, index) => numberedListing(from + index))

export const cidOf = ({ cid }: SimulatedListing): string => decimalCid(cid)

/** Makes a watchlist with these listings, each with the name `name <CID>` and the reference `ref <CID>`. */
export async function watch(
  accountId: string,
  listings: readonly SimulatedListing[],
  more: Partial<WatchlistOrder> = {},
): Promise<Watchlist> {
  const watchlist = await createWatchlist(accountId, { ...order, ...more })
  const sent = listings.map((one) =>
    listingOf({ text: one.placeId, name: `name ${cidOf(one)}`, reference: `ref ${cidOf(one)}` }),
  )
  await storeListings(accountId, watchlist, sent)
  return watchlist
}

/** Waits until nothing in a watchlist is due, and no process works on it. */
export async function untilIdle(accountId: string, id: string, mostMs = 120_000): Promise<Watchlist> {
  const { record, due, closureDue } = watchKeys(accountId, id)
  let left: unknown
  for (const giveUpAt = Date.now() + mostMs; Date.now() < giveUpAt; await sleep(20)) {
    const [lease, free, closures, hold, batch] = await Promise.all([
      askStore<string | null>('HGET', record, 'lease'),
      askStore<number>('ZCOUNT', due, '-inf', Date.now()),
      askStore<number>('ZCOUNT', closureDue, '-inf', Date.now()),
      askStore<string | null>('HGET', record, 'closuresUntil'),
      askStore<string | null>('HGET', record, 'batch'),
    ]).catch(() => ['the store is down', 1, 0, null, null] as const)
    const now = free + (Number(hold) > Date.now() ? 0 : closures)
    if (lease === null && now === 0 && !batch) return findWatchlist(accountId, id)
    left = { lease, now, batch }
  }
  throw new Error(`watchlist ${id} is not idle: ${JSON.stringify(left)}`)
}

/** Makes everything in an idle watchlist seem this much older, then queues what is due. */
export async function pass(accountId: string, id: string, ms: number): Promise<void> {
  await untilIdle(accountId, id)
  const { record, buckets, due, closureDue } = watchKeys(accountId, id)
  const numbers = (await askStore<string[]>('HKEYS', buckets)).map(Number)
  const older = (at: number) => (at > 0 ? at - Math.floor(ms / 1000) * 1000 : 0)
  const read = await readBuckets(accountId, id, numbers)
  const { created, forced, closuresUntil } = await findWatchlist(accountId, id)
  const times = { created, forced, closuresUntil }
  await askStore('HSET', record, ...Object.entries(times).flatMap(([name, at]) => [name, older(at)]))
  const version = await askStore<number>('HINCRBY', record, 'version', 1)
  for (const [at, number] of numbers.entries()) {
    const listings = (read[at]?.bucket.listings ?? []).map((one): WatchedListing => {
      return {
        ...one,
        checked: older(one.checked),
        missing: older(one.missing),
        failed: older(one.failed),
        closureChecked: older(one.closureChecked),
        closureFailed: older(one.closureFailed),
      }
    })
    await askStore('HSET', buckets, number, `${version} ${await pack(storedBucket({ listings }))}`)
    for (const set of [due, closureDue]) {
      const planned = await askStore<string | null>('ZSCORE', set, String(number))
      if (planned !== null) await askStore('ZADD', set, Math.min(Number(planned) - ms, Date.now()), number)
    }
  }
  await addToQueue(accountId, id)
}

/** Returns all events of a watchlist, read in pages. */
export async function eventsOf(accountId: string, id: string, most = 1_000): Promise<WatchEvent[]> {
  const watchlist = await findWatchlist(accountId, id)
  const events: WatchEvent[] = []
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof readEvents>> = await readEvents(accountId, watchlist, after, most)
    events.push(...page.events)
    if (page.next === null) return events
    after = page.next
  }
}

/** Returns events as text: the type without `listing.`, and the CID as added. */
export const told = (events: readonly WatchEvent[]): string[] =>
  events.map(({ type, listing_id }) => `${type.slice('listing.'.length)} ${listing_id}`).sort()

export async function listingsOf(accountId: string, id: string): Promise<WatchedListing[]> {
  const watchlist = await findWatchlist(accountId, id)
  const listings: WatchedListing[] = []
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof readListings>> = await readListings(accountId, watchlist, {
      state: null,
      after,
    })
    listings.push(...page.listings)
    if (page.next === null) return listings
    after = page.next
  }
}

/** Expects a watchlist's counts to match its listings and events. */
export async function expectExactCounts(accountId: string, id: string): Promise<void> {
  const [watchlist, listings, events, days] = await Promise.all([
    findWatchlist(accountId, id),
    listingsOf(accountId, id),
    eventsOf(accountId, id),
    readDays(accountId, id, 30),
  ])
  const count = (is: (one: WatchedListing) => boolean) => listings.filter(is).length
  expect(watchlist.counts).toEqual({
    ...Object.fromEntries(listingStates.map((state) => [state, count((one) => one.state === state)])),
    closed_permanently: count(({ businessStatus }) => businessStatus === 'closed_permanently'),
    closed_temporarily: count(({ businessStatus }) => businessStatus === 'closed_temporarily'),
  })
  expect(watchlist.audit).toEqual({
    listed_unfine: count((one) => one.state === 'listed' && findingsAbout(one).length > 0),
    status_known: count(({ state, businessStatus }) => state !== 'gone' && businessStatus !== null),
  })
  for (const kind of ['moved', 'gone', 'back', 'closed', 'reopened'] as const) {
    const sum = days.reduce((all, one) => all + one[kind], 0)
    expect([kind, sum]).toEqual([kind, events.filter(({ type }) => type === `listing.${kind}`).length])
  }
  expect(watchlist.lastEvent).toBe(events.at(-1)?.id ?? '')
}

/** Adds a callback endpoint to an account. */
export async function withCallbacks({ receiver }: ChangingGoogle, accountId: string) {
  const host = `${accountId.toLowerCase()}.example.com`
  const { secret } = await newEndpoint(accountId, `https://${host}/hook`)
  /** Returns the received callbacks with events. */
  const received = () =>
    receiver.received.filter(({ path, body }) => path === `/${host}/hook` && JSON.parse(body).type === 'watch.events')
  /**
   * Returns the events in the received callbacks in the feed's order, because callbacks may arrive in any order. Checks
   * that no callback arrived twice.
   */
  function posted(): WatchEvent[] {
    const ids = received().map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(ids.length)
    return received()
      .flatMap(({ body }) => JSON.parse(body).data.events as WatchEvent[])
      .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
  }
  return { secret, received, posted }
}
