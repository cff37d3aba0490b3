import { afterAll, expect, test } from 'vitest'
import {
  checkNow,
  createWatchlist,
  pauseWatchlist,
  resumeWatchlist,
  updateWatchlist,
} from '@/server/features/watchlists/change-watchlist'
import { deleteWatchlist, findWatchlist } from '@/server/features/watchlists/find-watchlist'
import { leaseMs } from '@/server/features/watchlists/limits'
import { runWatchlist } from '@/server/features/watchlists/run-watchlist'
import { countExtraChecks, grantChecks, scheduleWatchlist } from '@/server/features/watchlists/schedule'
import { allDue, watchKeys, windowKey } from '@/server/features/watchlists/watch-store'
import { periodMs, type Watchlist } from '@/server/features/watchlists/watchlist'
import { calendarDay } from '@/server/metering/access/calendar'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { stopQueue } from '@/server/platform/queue/queue'
import { askStore } from '@/server/platform/store/untyped'
import { withStore } from '../access/environment'
import { newRichAccount } from '../support/new-account'
import { usedBy } from './orders'
import { cidOf, day, eventsOf, expectExactCounts, numbered, pass, startChangingGoogle, told, watch } from './watchlists'

/*
 * Turns of work on a watchlist, without a queue that runs them.
 */

const google = await startChangingGoogle()
withStore({ ...google.env, LOG_LEVEL: 'silent' })
afterAll(async () => {
  await stopQueue()
  await google.stop()
})

const turn = (accountId: string, { id }: Pick<Watchlist, 'id'>, crashes = 0) =>
  runWatchlist({ accountId, id }, new AbortController().signal, { failures: 0, crashes })

/** Works on a watchlist until it has no more work, and returns the number of turns. */
async function work(accountId: string, watchlist: Watchlist): Promise<number> {
  for (let turns = 1; turns < 100; turns++) if ((await turn(accountId, watchlist)) === null) return turns
  throw new Error('the work never ends')
}

/** Returns the times for which checks are planned. */
async function planned(accountId: string, { id }: Watchlist): Promise<number[]> {
  const scores = await askStore<string[]>('ZRANGE', watchKeys(accountId, id).due, 0, -1, 'WITHSCORES')
  return scores.filter((_, at) => at % 2 === 1).map(Number)
}

/** Returns when the timer next looks at a watchlist. */
const lookAt = async (accountId: string, { id }: Watchlist) =>
  Number(await askStore<string>('ZSCORE', allDue, `${accountId} ${id}`))

test('a paused or waiting watchlist makes no checks and rests until checks are allowed', async () => {
  const accountId = await newRichAccount()
  const watchlist = await watch(accountId, numbered(20, 0))
  await pauseWatchlist(accountId, watchlist.id)
  expect(await turn(accountId, watchlist)).toBeNull()
  expect((await findWatchlist(accountId, watchlist.id)).counts.unchecked).toBe(20)
  expect(await lookAt(accountId, watchlist)).toBeGreaterThan(Date.now() + day / 2)
  await resumeWatchlist(accountId, watchlist.id)
  const { record } = watchKeys(accountId, watchlist.id)
  const until = Date.now() + 1_800_000
  await askStore('HSET', record, 'reason', 'quota', 'until', until)
  expect(await turn(accountId, watchlist)).toBeNull()
  expect(await lookAt(accountId, watchlist)).toBe(until)
  await resumeWatchlist(accountId, watchlist.id)
  await work(accountId, watchlist)
  expect((await findWatchlist(accountId, watchlist.id)).counts.listed).toBe(20)
})

test('listings added at the end of a turn are checked without waiting for the next day', async () => {
  const accountId = await newRichAccount()
  const watchlist = await createWatchlist(accountId, {
    name: '',
    period: 'weekly',
    digest: 'off',
    isTest: false,
    source: null,
  })
  const { due } = watchKeys(accountId, watchlist.id)
  // Another process adds a listing before, between, or after the steps that find nothing to do here.
  for (let steps = 0; steps < 20; steps++) {
    const added = (async () => {
      for (let step = 0; step < steps; step++) await askStore('PING')
      await askStore('ZADD', due, Date.now(), 5)
      await scheduleWatchlist(accountId, watchlist.id, Date.now())
    })()
    const [again] = await Promise.all([turn(accountId, watchlist), added])
    const isLeft = again === null && (await planned(accountId, watchlist)).length > 0
    if (isLeft) expect(await lookAt(accountId, watchlist)).toBeLessThanOrEqual(Date.now())
    await work(accountId, watchlist)
    expect(await planned(accountId, watchlist)).toEqual([])
  }
})

test('a longer period delays checks, and a shorter one applies to listings that were checked long ago', async () => {
  const accountId = await newRichAccount()
  const watchlist = await watch(accountId, numbered(60, 100))
  await work(accountId, watchlist)
  const { calls } = google.simulator
  await updateWatchlist(accountId, watchlist.id, { period: 'monthly' })
  await pass(accountId, watchlist.id, 7 * day)
  const before = calls.length
  await work(accountId, watchlist)
  expect(calls.length, 'of checks after a week').toBe(before)
  const monthly = await planned(accountId, watchlist)
  expect(Math.min(...monthly)).toBeGreaterThan(Date.now())
  expect(Math.max(...monthly)).toBeGreaterThan(Date.now() + 15 * day)
  await updateWatchlist(accountId, watchlist.id, { period: 'weekly' })
  expect(Math.max(...(await planned(accountId, watchlist)))).toBeLessThanOrEqual(Date.now() + periodMs.weekly)
  await pass(accountId, watchlist.id, 7 * day)
  await work(accountId, watchlist)
  expect(calls.length - before, 'of checks in the next week').toBe(60)
})

test('checks planned before the clock was set back by years are rescheduled', async () => {
  const accountId = await newRichAccount()
  const watchlist = await watch(accountId, numbered(20, 200))
  await work(accountId, watchlist)
  await pass(accountId, watchlist.id, -1_000 * day)
  expect(Math.min(...(await planned(accountId, watchlist)))).toBeLessThanOrEqual(Date.now())
  const { due } = watchKeys(accountId, watchlist.id)
  for (const bucket of await askStore<string[]>('ZRANGE', due, 0, -1)) {
    await askStore('ZADD', due, Date.now() + 1_000 * day, bucket)
  }
  await work(accountId, watchlist)
  const times = await planned(accountId, watchlist)
  expect(times).not.toEqual([])
  expect(Math.max(...times)).toBeLessThan(Date.now() + 1.5 * periodMs.weekly)
})

test('a request to check all listings also applies to listings that are being checked', async () => {
  const accountId = await newRichAccount()
  const watchlist = await watch(accountId, numbered(60, 300))
  const [, forced] = await Promise.all([work(accountId, watchlist), checkNow(accountId, watchlist.id)])
  await work(accountId, watchlist)
  expect((await findWatchlist(accountId, watchlist.id)).counts.listed).toBe(60)
  expect(forced.forced).toBeGreaterThan(0)
  expect(Math.min(...(await planned(accountId, watchlist)))).toBeGreaterThan(Date.now())
})

test('several processes that work at the same time report each change once', async () => {
  const accountId = await newRichAccount()
  const listings = numbered(120, 400)
  const watchlist = await watch(accountId, listings)
  await work(accountId, watchlist)
  const moved = listings.slice(0, 40)
  google.simulator.change(
    ...moved.map(({ placeId }, at) => ({ place_id: placeId, moved_to: numbered(1, 1_000 + at)[0]?.placeId ?? '' })),
  )
  await pass(accountId, watchlist.id, 7 * day)
  for (let round = 0; round < 30; round++) {
    // As if each process had taken over from a hanging process.
    await Promise.all([turn(accountId, watchlist, 1), turn(accountId, watchlist, 1)])
  }
  await work(accountId, watchlist)
  expect(told(await eventsOf(accountId, watchlist.id))).toEqual(moved.map((one) => `moved ${cidOf(one)}`).sort())
  await expectExactCounts(accountId, watchlist.id)
})

test('a watchlist is taken over immediately from a dead process, but not from a live one', async () => {
  const accountId = await newRichAccount()
  const watchlist = await watch(accountId, numbered(5, 2_000))
  const { record } = watchKeys(accountId, watchlist.id)
  await askStore('HSET', record, 'lease', `other ${Date.now() + leaseMs}`)
  expect(await turn(accountId, watchlist)).toBeGreaterThan(60)
  expect((await findWatchlist(accountId, watchlist.id)).counts.unchecked).toBe(5)
  expect(await turn(accountId, watchlist, 1)).toBeNull()
  expect((await findWatchlist(accountId, watchlist.id)).counts.listed).toBe(5)
})

test('a failed turn leaves the watchlist to the next turn', async () => {
  const accountId = await newRichAccount()
  const watchlist = await watch(accountId, numbered(5, 2_100))
  const { record } = watchKeys(accountId, watchlist.id)
  const { profile } = redisKeys(accountId)
  await askStore('RENAME', profile, `${profile}:away`)
  await askStore('SET', profile, 'not a hash')
  await expect(turn(accountId, watchlist)).rejects.toThrow('WRONGTYPE')
  expect(await askStore('HEXISTS', record, 'lease')).toBe(0)
  await askStore('RENAME', `${profile}:away`, profile)
  await work(accountId, watchlist)
  expect((await findWatchlist(accountId, watchlist.id)).counts).toMatchObject({ listed: 5, unchecked: 0 })
})

test('checks that were charged in advance are refunded if the watchlist is deleted', async () => {
  const accountId = await newRichAccount()
  const watchlist = await watch(accountId, numbered(5, 2_200))
  const { month } = calendarDay(Date.now())
  await askStore('HSET', redisKeys(accountId).counts(month), 'used', 10)
  await askStore('HSET', watchKeys(accountId, watchlist.id).record, 'reserved', `7 ${month}`)
  await deleteWatchlist(accountId, watchlist.id)
  expect(await usedBy(accountId)).toEqual({ used: 3 })
  await expect(findWatchlist(accountId, watchlist.id)).rejects.toMatchObject({ code: 'watchlist_not_found' })
  expect(await turn(accountId, watchlist)).toBeNull()
})

test('checks are shared evenly among accounts, and their counts expire', async () => {
  const [one, other] = ['first', 'second']
  const window = Math.floor(Date.now() / 10_000)
  for (const used of [window - 1, window, window + 1]) await askStore('DEL', windowKey(used))
  await grantChecks(other, 1)
  const { granted } = await grantChecks(one, 100_000)
  expect(granted).toBe(5_000)
  expect((await grantChecks(other, 100_000)).granted).toBe(4_999)
  await countExtraChecks(3)
  const next = windowKey(window + 1)
  expect(await askStore('HGET', next, 'all')).toBe('3')
  expect(await askStore<number>('TTL', next)).toBeGreaterThan(0)
})
