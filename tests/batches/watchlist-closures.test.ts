import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import { checkNow, resumeWatchlist, updateWatchlist } from '@/server/features/watchlists/change-watchlist'
import { findWatchlist, readDays } from '@/server/features/watchlists/find-watchlist'
import { writeProfile } from '@/server/metering/access/profile'
import { readSpending } from '@/server/places/upstream/spending'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { withStore } from '../access/environment'
import { callsBySource } from '../support/calls-by-source'
import { newAccount, newRichAccount } from '../support/new-account'
import { usedBy } from './orders'
import {
  cidOf,
  day,
  eventsOf,
  expectExactCounts,
  listingsOf,
  numbered,
  pass,
  startChangingGoogle,
  told,
  untilIdle,
  watch,
} from './watchlists'

const dailyCap = 500
const plan = { monthlyPriceCents: 0, watched: 500 }
const google = await startChangingGoogle()
withStore({
  ...google.env,
  LOG_LEVEL: 'silent',
  UPSTREAM_DAILY_CAP: String(dailyCap),
  PLANS: JSON.stringify([
    { ...plan, id: 'small', name: 'Small', monthlyQuota: 50 },
    { ...plan, id: 'counting', name: 'Counting', monthlyQuota: 100, rechecksCount: true },
    { ...plan, id: 'unlimited', name: 'Unlimited', monthlyQuota: null },
  ]),
})
const { simulator } = google

beforeAll(() => startQueue())
beforeEach(() => simulator.reset())
afterAll(async () => {
  await stopQueue()
  await google.stop()
})

const free = 'Place Details IDs Only'
const paid = 'Place Details Pro'

/** Lets time pass, and waits for the checks that are then due. Returns Google's bill for them. */
async function billAfter(accountId: string, id: string, ms: number) {
  const before = simulator.skus
  await pass(accountId, id, ms)
  await untilIdle(accountId, id)
  const skus = Object.entries(simulator.skus).map(
    ([sku, calls]) => [sku, calls - (before[sku as keyof typeof before] ?? 0)] as const,
  )
  return Object.fromEntries(skus.filter(([, calls]) => calls > 0))
}

test('with closures off, watching makes only calls that Google never bills, and counts no lookups', async () => {
  const accountId = await newAccount()
  const { billable } = await readSpending()
  const { id } = await watch(accountId, numbered(20, 0))
  await untilIdle(accountId, id)
  expect(await billAfter(accountId, id, 7 * day)).toEqual({ [free]: 20 })
  expect(simulator.skus).toEqual({ [free]: 40 })
  expect((await readSpending()).billable).toBe(billable)
  expect(await usedBy(accountId)).toEqual({ used: 0 })
  expect((await listingsOf(accountId, id)).map(({ businessStatus }) => businessStatus)).toEqual(Array(20).fill(null))
})

test.each([
  ['weekly', 'weekly', 7, { [paid]: 12 }],
  // A week later, at the earliest after half a week, and at the latest after a week and a half.
  ['monthly', 'weekly', 11, { [paid]: 12 }],
  ['weekly', 'monthly', 7, { [free]: 12 }],
] as const)(
  'with checks %s and closures %s, each closure check is one Place Details Pro call that replaces a free one',
  async (period, closures, days, bill) => {
    const accountId = await newRichAccount()
    const before = await readSpending()
    const { id } = await watch(accountId, numbered(12, 100), { period, closures })
    await untilIdle(accountId, id)
    expect(simulator.skus).toEqual({ [paid]: 12 })
    expect(await billAfter(accountId, id, days * day)).toEqual(bill)
    expect(await billAfter(accountId, id, 53 * day)).toEqual({ [paid]: 12 })
    const calls = simulator.skus[paid] ?? 0
    const { billable, calls: counted } = await readSpending()
    expect([billable - before.billable, counted.details_pro - before.calls.details_pro]).toEqual([calls, calls])
    expect(await usedBy(accountId)).toEqual({ used: calls, 'resolve:ok': calls })
    expect((await readDays(accountId, id, 1))[0]).toMatchObject({ checks: 36, failed: 0 })
    expect(await eventsOf(accountId, id)).toEqual([])
    await expectExactCounts(accountId, id)
  },
)

test('a closure check counts as one lookup if the plan counts all checks', async () => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'counting' })
  const { id } = await watch(accountId, numbered(10, 200), { closures: 'monthly' })
  await untilIdle(accountId, id)
  expect(await billAfter(accountId, id, 7 * day)).toEqual({ [free]: 10 })
  expect(await usedBy(accountId)).toEqual({ used: 20, 'resolve:ok': 20 })
})

test('checks count for the client that their watchlist has at that moment', async () => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'counting' })
  const { id } = await watch(accountId, numbered(10, 900), { client: 'Acme' })
  await untilIdle(accountId, id)
  await updateWatchlist(accountId, id, { client: 'Globex' })
  await billAfter(accountId, id, 7 * day)
  expect(await callsBySource(accountId)).toEqual({ 'Watchlists for Acme': 10, 'Watchlists for Globex': 10 })
})

test('when the month’s lookups are used up, closure checks wait and moves are still reported', async () => {
  const accountId = await newAccount()
  const listings = numbered(60, 300)
  const { id } = await watch(accountId, listings, { closures: 'weekly' })
  await untilIdle(accountId, id)
  expect(simulator.skus).toEqual({ [paid]: 50, [free]: 10 })
  expect(await findWatchlist(accountId, id)).toMatchObject({ reason: null, closuresReason: 'quota', until: 0 })
  const [moved, target] = [...listings, ...numbered(1, 370)].slice(59) as [(typeof listings)[0], (typeof listings)[0]]
  simulator.change({ place_id: moved.placeId, moved_to: target.placeId })
  expect(await billAfter(accountId, id, 7 * day), 'with a second call for the listing that has moved').toEqual({
    [free]: 61,
  })
  expect(told(await eventsOf(accountId, id))).toEqual([`moved ${cidOf(moved)}`])
  expect(await usedBy(accountId)).toEqual({ used: 50, 'resolve:ok': 50 })
  await writeProfile(accountId, { plan: 'unlimited' })
  await resumeWatchlist(accountId, id)
  expect(await untilIdle(accountId, id)).toMatchObject({ closuresReason: null, audit: { status_known: 60 } })
  const calls = simulator.skus[paid]
  expect(await usedBy(accountId)).toEqual({ used: calls, 'resolve:ok': calls })
  await expectExactCounts(accountId, id)
})

test('when the daily cap is reached, closure checks wait, are refunded, and the rest is checked for free', async () => {
  const accountId = await newRichAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  const left = dailyCap - (await readSpending()).billable
  const { id } = await watch(accountId, numbered(left + 10, 1_000), { closures: 'weekly' })
  const watchlist = await untilIdle(accountId, id)
  expect(watchlist).toMatchObject({
    reason: null,
    closuresReason: 'upstream',
    failing: null,
    counts: { listed: left + 10 },
    audit: { status_known: left },
  })
  expect(watchlist.closuresUntil).toBeGreaterThan(Date.now())
  expect(simulator.skus).toEqual({ [paid]: left, [free]: 10 })
  expect(await usedBy(accountId)).toEqual({ used: left, 'resolve:ok': left })
  const { redis } = await store()
  const today = new Date().toISOString().slice(0, 10)
  await redis.hdel(`{upstream:${today.slice(0, 7)}}:${today}`, 'billable')
  await resumeWatchlist(accountId, id)
  expect(await untilIdle(accountId, id)).toMatchObject({ audit: { status_known: left + 10 } })
  expect(simulator.skus).toEqual({ [paid]: left + 10, [free]: 10 })
})

test('a closure check that fails is refunded, and repeated after a day, while free checks are repeated after an hour', async () => {
  const accountId = await newAccount()
  const listings = numbered(5, 400)
  const other = numbered(1, 499)[0]?.placeId
  for (const { placeId } of listings.slice(0, 2))
    simulator.script({ placeId, alter: (place) => ({ ...place, id: other }) })
  const { id } = await watch(accountId, listings, { closures: 'weekly' })
  expect(await untilIdle(accountId, id)).toMatchObject({ failing: { listings: 2, code: 'upstream_unavailable' } })
  expect(await usedBy(accountId)).toEqual({ used: 3, 'resolve:ok': 3 })
  simulator.reset()
  expect(await billAfter(accountId, id, day / 24)).toEqual({ [free]: 2 })
  expect((await findWatchlist(accountId, id)).failing).toBeNull()
  expect(await billAfter(accountId, id, day)).toEqual({ [paid]: 2 })
  expect(await usedBy(accountId)).toEqual({ used: 5, 'resolve:ok': 5 })
})

test('a listing that is gone is looked for without cost until it is back, and then checked for closure', async () => {
  const accountId = await newRichAccount()
  const [gone] = numbered(1, 500) as [ReturnType<typeof numbered>[0]]
  const { id } = await watch(accountId, [gone], { closures: 'weekly' })
  await untilIdle(accountId, id)
  simulator.change({ place_id: gone.placeId, gone: true })
  await billAfter(accountId, id, 7 * day)
  expect(await usedBy(accountId), 'of a check that found nothing').toEqual({ used: 1, 'resolve:ok': 1 })
  expect(await billAfter(accountId, id, day)).not.toHaveProperty([paid])
  expect(await billAfter(accountId, id, 7 * day)).not.toHaveProperty([paid])
  simulator.change({ place_id: gone.placeId, business_status: 'CLOSED_PERMANENTLY' })
  expect(await billAfter(accountId, id, 7 * day)).toEqual({ [free]: 1, [paid]: 1 })
  expect(told(await eventsOf(accountId, id))).toEqual(
    [`back ${cidOf(gone)}`, `closed ${cidOf(gone)}`, `gone ${cidOf(gone)}`].sort(),
  )
  await expectExactCounts(accountId, id)
})

test('turning closures on checks all listings once, and turning them off and on again costs nothing', async () => {
  const accountId = await newRichAccount()
  const listings = numbered(10, 600)
  simulator.change({ place_id: listings[0]?.placeId ?? '', business_status: 'CLOSED_TEMPORARILY' })
  const { id } = await watch(accountId, listings)
  await untilIdle(accountId, id)
  await updateWatchlist(accountId, id, { closures: 'monthly' })
  await untilIdle(accountId, id)
  expect(simulator.skus).toEqual({ [free]: 10, [paid]: 10 })
  await updateWatchlist(accountId, id, { closures: 'off' })
  await untilIdle(accountId, id)
  expect(await billAfter(accountId, id, 7 * day)).toEqual({ [free]: 10 })
  await updateWatchlist(accountId, id, { closures: 'weekly' })
  await updateWatchlist(accountId, id, { closures: 'monthly' })
  const watchlist = await untilIdle(accountId, id)
  expect(simulator.skus).toEqual({ [free]: 20, [paid]: 10 })
  expect(watchlist).toMatchObject({ counts: { closed_temporarily: 1 }, audit: { status_known: 10 } })
  expect(await eventsOf(accountId, id)).toEqual([])
})

test('a requested check does not pay for closures that are not due soon', async () => {
  const accountId = await newRichAccount()
  const { id } = await watch(accountId, numbered(5, 700), { closures: 'monthly' })
  await untilIdle(accountId, id)
  await pass(accountId, id, 60_000)
  await checkNow(accountId, id)
  await untilIdle(accountId, id)
  expect(simulator.skus).toEqual({ [paid]: 5, [free]: 5 })
})

test('a test key’s watchlist checks sample data for closure and counts nothing', async () => {
  const accountId = await newAccount()
  const { id } = await watch(accountId, numbered(3, 800), { closures: 'weekly', isTest: true })
  await untilIdle(accountId, id)
  expect(simulator.calls).toEqual([])
  expect(await usedBy(accountId)).toEqual({ used: 0 })
  const listings = await listingsOf(accountId, id)
  expect(listings.map(({ businessStatus, closureChecked }) => [businessStatus, closureChecked > 0])).toEqual(
    Array(3).fill([null, true]),
  )
})
