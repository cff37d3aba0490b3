import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { pack } from '@/server/features/batches/batch-store'
import { readBuckets } from '@/server/features/watchlists/change-bucket'
import { createWatchlist } from '@/server/features/watchlists/change-watchlist'
import type { WatchEvent } from '@/server/features/watchlists/events'
import { findWatchlist, readDays } from '@/server/features/watchlists/find-watchlist'
import { storedBucket } from '@/server/features/watchlists/listing'
import { listingOf, storeListings } from '@/server/features/watchlists/listings'
import { watchKeys } from '@/server/features/watchlists/watch-store'
import { cidFromBits } from '@/server/places/identifiers/cid'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { stopQueue } from '@/server/platform/queue/queue'
import { askStore } from '@/server/platform/store/untyped'
import { withStore } from '../access/environment'
import { newRichAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import {
  cidOf,
  day,
  eventsOf,
  expectExactCounts,
  numbered,
  pass,
  startChangingGoogle,
  told,
  untilIdle,
  withCallbacks,
} from './watchlists'
import { startWorkerProcesses } from './worker-processes'

const redis = await startRedisServer()
const google = await startChangingGoogle()
withStore({ ...google.env, REDIS_URL: redis.url, LOG_LEVEL: 'silent' })
afterAll(async () => {
  await google.stop()
  await stopQueue()
  await redis.stop()
})

const count = 10_000
/** The approximate number of checks between two kills. */
const checksBetweenKills = 800

/** Returns how many checks of a watchlist were counted. */
const checksOf = async (accountId: string, id: string) =>
  (await readDays(accountId, id, 2)).reduce((sum, { checks }) => sum + checks, 0)

/** In bytes, with a reference of ten characters. */
const maxBytesEach = 200

test('each change among 10,000 listings is reported once, even if processes are constantly killed', async () => {
  const accountId = await newRichAccount()
  const { received } = await withCallbacks(google, accountId)
  const listings = numbered(count, 0)
  const watchlist = await createWatchlist(accountId, {
    name: 'Stores',
    period: 'weekly',
    digest: 'off',
    isTest: false,
    source: null,
  })
  const { id } = watchlist
  const sent = listings.map(({ placeId }, at) =>
    listingOf({ text: placeId, reference: `store-${1_000 + (at % 9_000)}` }),
  )
  await storeListings(accountId, watchlist, sent)
  const workers = await startWorkerProcesses(3, 'no text has this')
  try {
    expect((await untilIdle(accountId, id)).counts).toMatchObject({ listed: count, unchecked: 0 })
    expect(await eventsOf(accountId, id), 'of the first check').toEqual([])

    const [merged, moved, gone] = [listings.slice(0, 40), listings.slice(5_000, 5_030), listings.slice(9_000, 9_030)]
    google.simulator.change(
      ...merged.map(({ placeId }, at) => ({ place_id: placeId, moved_to: numbered(1, 20_000 + at)[0]?.placeId ?? '' })),
      ...moved.map(({ placeId, cid }) => ({ place_id: placeId, moved_to: placeIdOf({ cell: 77n, cid }) })),
      ...gone.map(({ placeId }) => ({ place_id: placeId, gone: true })),
    )
    let isOver = false
    let kills = 0
    const killing = (async () => {
      for (let before = await checksOf(accountId, id); !isOver; await sleep(20)) {
        const checks = await checksOf(accountId, id)
        if (checks < before + checksBetweenKills) continue
        workers.kill(Math.random())
        kills += 1
        before = checks
      }
    })()
    await pass(accountId, id, 7 * day)
    await untilIdle(accountId, id)
    await pass(accountId, id, day)
    await untilIdle(accountId, id)
    isOver = true
    await killing
    expect(kills).toBeGreaterThan(5)

    const events = await eventsOf(accountId, id)
    expect(told(events)).toEqual(
      [...[...merged, ...moved].map((one) => `moved ${cidOf(one)}`), ...gone.map((one) => `gone ${cidOf(one)}`)].sort(),
    )
    await expectExactCounts(accountId, id)
    expect((await findWatchlist(accountId, id)).counts).toMatchObject({ listed: count - 100, moved: 70, gone: 30 })

    // If a process died before recording a delivery, the callback was posted again with the same id.
    const callbacks = () => [
      ...new Map(received().map(({ headers, body }) => [headers['webhook-id'], body] as const)).values(),
    ]
    const posted = () => callbacks().flatMap((body) => JSON.parse(body).data.events as WatchEvent[])
    // A killed process may hold the account's deliveries for up to a minute.
    await expect.poll(() => posted().length, { timeout: 120_000 }).toBeGreaterThanOrEqual(events.length)
    const byId = (a: WatchEvent, b: WatchEvent) => a.id.localeCompare(b.id, 'en', { numeric: true })
    expect(posted().sort(byId)).toEqual(events)
  } finally {
    await workers.stop()
  }
}, 300_000)

test(`10,000 checked listings take at most ${maxBytesEach} bytes each in the store`, async () => {
  const accountId = await newRichAccount()
  const watchlist = await createWatchlist(accountId, {
    name: 'Stores',
    period: 'weekly',
    digest: 'off',
    isTest: false,
    source: null,
  })
  const { id } = watchlist
  // Like Google's identifiers, and unlike the stand-in's, these have nothing in common.
  const sent = Array.from({ length: count }, (_, at) => {
    const cid = cidFromBits(randomBytes(8).readBigUInt64BE() | 1n)
    const placeId = placeIdOf({ cell: randomBytes(8).readBigUInt64BE() | 1n, cid })
    return listingOf({ text: placeId, reference: `store-${1_000 + (at % 9_000)}` })
  })
  await storeListings(accountId, watchlist, sent)
  const { buckets, ...others } = watchKeys(accountId, id)
  const numbers = (await askStore<string[]>('HKEYS', buckets)).map(Number)
  const read = await readBuckets(accountId, id, numbers)
  for (const [at, number] of numbers.entries()) {
    const checked = Math.floor(Date.now() / 1000 + at) * 1000
    const listings = (read[at]?.bucket.listings ?? []).map((one) => ({ ...one, state: 'listed' as const, checked }))
    await askStore('HSET', buckets, number, `1 ${await pack(storedBucket({ listings }))}`)
  }
  const keys = [buckets, ...Object.values(others)]
  const sizes = await Promise.all(keys.map((key) => askStore<number | null>('MEMORY', 'USAGE', key, 'SAMPLES', 0)))
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  process.stdout.write(`a watched listing takes ${(bytes / count).toFixed(1)} bytes in the store\n`)
  expect(bytes / count).toBeLessThanOrEqual(maxBytesEach)
})
