import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import { checkNow, createWatchlist, resumeWatchlist } from '@/server/features/watchlists/change-watchlist'
import { deleteWatchlist, findWatchlist, readDays } from '@/server/features/watchlists/find-watchlist'
import { deleteListings, listingOf, storeListings } from '@/server/features/watchlists/listings'
import type { WaitReason } from '@/server/features/watchlists/watchlist'
import { setSuspended, writeProfile } from '@/server/metering/access/profile'
import { stopQueue } from '@/server/platform/queue/queue'
import { env } from '@/server/platform/settings/env'
import { preparePaths } from '@/server/platform/store/embedded/paths'
import { withStore } from '../access/environment'
import { commandsOf } from '../support/command-stats'
import { newAccount, newRichAccount } from '../support/new-account'
import { makeOf, rowsOf, until, usedBy } from './orders'
import { cidOf, eventsOf, listingsOf, numbered, pass, startChangingGoogle, untilIdle, watch } from './watchlists'

const plan = { monthlyPriceCents: 0, rechecksCount: true }
const google = await startChangingGoogle()
withStore({
  ...google.env,
  LOG_LEVEL: 'silent',
  PLANS: JSON.stringify([
    { ...plan, id: 'small', name: 'Small', monthlyQuota: 50, watched: 40 },
    { ...plan, id: 'larger', name: 'Larger', monthlyQuota: 100, watched: 200 },
    { ...plan, id: 'unlimited', name: 'Unlimited', monthlyQuota: null, watched: null, rechecksCount: false },
  ]),
})
const { simulator } = google

beforeAll(() => startQueue())
beforeEach(() => simulator.reset())
afterAll(async () => {
  await stopQueue()
  await google.stop()
})

/** Makes Google return a different listing for a place id, even on a retry. */
const failing = (placeId: string) =>
  simulator.script({ placeId, alter: (place) => ({ ...place, id: numbered(1, 999)[0]?.placeId }) })

/** Requests checks of all listings, as if a minute had passed. */
async function checkAgain(accountId: string, id: string): Promise<void> {
  await pass(accountId, id, 60_000)
  await checkNow(accountId, id)
}

/** Returns how many checks of a watchlist have succeeded. */
async function checksOf(accountId: string, id: string): Promise<number> {
  return (await readDays(accountId, id, 2)).reduce((sum, { checks }) => sum + checks, 0)
}

/** Waits until a watchlist has this wait reason. */
const untilWaiting = (accountId: string, id: string, reason: WaitReason) =>
  expect.poll(async () => (await findWatchlist(accountId, id)).reason).toBe(reason)

test('checks count as calls if the plan says so, and wait when the month’s calls are used up', async () => {
  const accountId = await newAccount()
  const { id } = await watch(accountId, numbered(30, 0))
  await untilIdle(accountId, id)
  expect(await usedBy(accountId)).toEqual({ used: 30, 'resolve:ok': 30 })
  await checkAgain(accountId, id)
  await untilWaiting(accountId, id, 'quota')
  expect(await usedBy(accountId)).toEqual({ used: 50, 'resolve:ok': 50 })
  await writeProfile(accountId, { plan: 'larger' })
  await resumeWatchlist(accountId, id)
  await untilIdle(accountId, id)
  expect(await usedBy(accountId)).toEqual({ used: 60, 'resolve:ok': 60 })
})

test('a check that fails changes nothing, is not counted, and is shown until a later one succeeds', async () => {
  const accountId = await newAccount()
  const listings = numbered(5, 100)
  const { id } = await watch(accountId, listings)
  await untilIdle(accountId, id)
  for (const { placeId } of listings.slice(0, 2)) failing(placeId)
  await checkAgain(accountId, id)
  await expect
    .poll(async () => (await findWatchlist(accountId, id)).failing)
    .toMatchObject({
      listings: 2,
      code: 'upstream_unavailable',
      since: expect.any(Number),
    })
  await untilIdle(accountId, id)
  expect(await usedBy(accountId)).toEqual({ used: 8, 'resolve:ok': 8 })
  expect((await readDays(accountId, id, 1))[0]).toMatchObject({ checks: 8, failed: 2 })
  const failed = (await listingsOf(accountId, id)).filter((one) => one.failed > 0)
  expect(failed.map((one) => one.id).sort()).toEqual(listings.slice(0, 2).map(cidOf).sort())
  expect(failed.map(({ state, missing, current }) => ({ state, missing, current }))).toEqual(
    failed.map(() => ({ state: 'listed', missing: 0, current: null })),
  )
  simulator.reset()
  await pass(accountId, id, 3_600_000)
  await expect.poll(async () => (await findWatchlist(accountId, id)).failing).toBeNull()
  expect(await eventsOf(accountId, id)).toEqual([])
  expect(await usedBy(accountId)).toEqual({ used: 10, 'resolve:ok': 10 })
})

test('removing the only failing listing leaves no listing failing', async () => {
  const accountId = await newAccount()
  const listings = numbered(2, 150)
  failing(listings[0]?.placeId ?? '')
  const watchlist = await watch(accountId, listings)
  await expect.poll(async () => (await findWatchlist(accountId, watchlist.id)).failing?.listings).toBe(1)
  await deleteListings(accountId, watchlist, listings.slice(0, 1).map(cidOf))
  expect((await findWatchlist(accountId, watchlist.id)).failing).toBeNull()
})

test('an account over its limit keeps its listings, which are not checked until they fit again', async () => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  const watchlist = await watch(accountId, numbered(45, 200))
  const { id } = watchlist
  await untilIdle(accountId, id)
  await writeProfile(accountId, { plan: 'small' })
  const before = await checksOf(accountId, id)
  await checkAgain(accountId, id)
  await untilWaiting(accountId, id, 'plan')
  const more = [listingOf({ text: numbered(1, 299)[0]?.placeId ?? '', reference: '' })]
  expect(await storeListings(accountId, watchlist, more)).toMatchObject({ added: 0, isFull: true })
  expect(await checksOf(accountId, id)).toBe(before)
  await deleteListings(accountId, watchlist, numbered(5, 200).map(cidOf))
  await resumeWatchlist(accountId, id)
  expect((await untilIdle(accountId, id)).counts).toMatchObject({ listed: 40 })
  expect((await checksOf(accountId, id)) - before).toBe(40)
})

test('thousands of listings over the limit are rejected without running a script for each bucket', async () => {
  const accountId = await newAccount()
  const watchlist = await watch(accountId, numbered(40, 600))
  await untilIdle(accountId, watchlist.id)
  const more = numbered(2_000, 700).map(({ placeId }) => listingOf({ text: placeId, reference: '' }))
  const admin = new Redis(preparePaths(env().DATA_DIR).socket)
  let added: unknown
  const commands = await commandsOf(admin, async () => {
    added = await storeListings(accountId, watchlist, more)
  })
  admin.disconnect()
  expect(added).toMatchObject({ added: 0, existing: 0, isFull: true })
  // The listings are in about 900 buckets. The queue runs a few scripts of its own.
  expect(commands.evalsha ?? 0).toBeLessThan(100)
})

test('lists of one account that grow at the same time never exceed its plan', async () => {
  const accountId = await newAccount()
  const lists = await Promise.all([watch(accountId, []), watch(accountId, [])])
  const all = await Promise.all(
    lists.map((list, at) => {
      const listings = numbered(35, 300 + 50 * at).map(({ placeId }) => listingOf({ text: placeId, reference: '' }))
      return storeListings(accountId, list, listings)
    }),
  )
  expect(all.reduce((sum, { added }) => sum + added, 0)).toBe(40)
  expect(all.some(({ isFull }) => isFull)).toBe(true)
  const kept = await Promise.all(lists.map(({ id }) => listingsOf(accountId, id)))
  expect(kept.flat()).toHaveLength(40)
  await deleteWatchlist(accountId, lists[0]?.id ?? '')
  const more = numbered(5, 390).map(({ placeId }) => listingOf({ text: placeId, reference: '' }))
  expect(await storeListings(accountId, lists[1] as never, more)).toMatchObject({ added: 5, isFull: false })
})

test('a suspended account’s listings are not checked', async () => {
  const accountId = await newRichAccount()
  const { id } = await watch(accountId, numbered(5, 400))
  await untilIdle(accountId, id)
  await setSuspended(accountId, { reason: 'Spam', by: 'operator' })
  const before = await checksOf(accountId, id)
  await checkAgain(accountId, id)
  await untilWaiting(accountId, id, 'suspended')
  expect(await checksOf(accountId, id)).toBe(before)
  await setSuspended(accountId, null)
  await resumeWatchlist(accountId, id)
  await untilIdle(accountId, id)
  expect((await checksOf(accountId, id)) - before).toBe(5)
})

test('a line whose lookup failed is watched if it has an identifier, but not a line whose listing is gone', async () => {
  const accountId = await newRichAccount()
  const [down, gone, there] = numbered(3, 450).map(({ placeId }) => placeId)
  failing(down ?? '')
  simulator.change({ place_id: gone ?? '', gone: true })
  const sent = [down, gone, there, 'https://maps.app.goo.gl/gone'].map((url) => ({ url, reference: `of ${url}` }))
  const made = await makeOf(accountId, sent, { details: 'full' })
  const { id: batch } = await until(accountId, made.id, 'finished')
  const rows = await rowsOf(accountId, batch)
  expect(rows.map(({ state, problem }) => [state, problem?.place_id])).toEqual([
    ['failed', down],
    ['not_found', gone],
    ['found', undefined],
    ['not_found', null],
  ])
  const { id } = await watch(accountId, [], { source: { batch, nameColumn: null, referenceColumn: null } })
  expect(await untilIdle(accountId, id)).toMatchObject({
    withoutListing: { not_found: 2, failed: 0, unreadable: 0, not_sent: 0 },
  })
  expect((await listingsOf(accountId, id)).map(({ reference }) => reference).sort()).toEqual(
    [down, there].map((one) => `of ${one}`).sort(),
  )
})

test('a list with no listings, or only unreadable listings, rests', async () => {
  const accountId = await newRichAccount()
  const watchlist = await watch(accountId, [])
  const texts = ['nonsense', 'nonsense', 'https://example.com'].map((text) => listingOf({ text, reference: '' }))
  expect(await storeListings(accountId, watchlist, texts)).toMatchObject({ added: 2, existing: 1 })
  expect((await untilIdle(accountId, watchlist.id)).counts).toMatchObject({ unreadable: 2, unchecked: 0 })
  expect(await eventsOf(accountId, watchlist.id)).toHaveLength(2)
})

test('with watchlists off, none are created or checked, but existing ones can be read and deleted', async () => {
  const accountId = await newRichAccount()
  const listings = numbered(3, 500)
  const { id } = await watch(accountId, listings)
  await untilIdle(accountId, id)
  const before = await checksOf(accountId, id)
  const settings = env() as { WATCHING: string }
  settings.WATCHING = 'off'
  try {
    const making = createWatchlist(accountId, {
      name: '',
      period: 'weekly',
      digest: 'off',
      isTest: false,
      source: null,
    })
    await expect(making).rejects.toMatchObject({ code: 'route_not_found' })
    await checkAgain(accountId, id)
    expect(await listingsOf(accountId, id)).toHaveLength(3)
    const other = await newRichAccount()
    await expect(findWatchlist(other, id)).rejects.toMatchObject({ code: 'watchlist_not_found' })
    expect(await checksOf(accountId, id)).toBe(before)
    await deleteWatchlist(accountId, id)
    await expect(findWatchlist(accountId, id)).rejects.toMatchObject({ code: 'watchlist_not_found' })
  } finally {
    settings.WATCHING = 'on'
  }
})
