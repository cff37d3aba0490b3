import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { sweptBatches } from '@/server/features/batches/batch-store'
import { cancelBatch } from '@/server/features/batches/change-batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { writeProfile } from '@/server/metering/access/profile'
import { store } from '@/server/platform/store/store'
import { withStore } from '../access/environment'
import { newAccount } from '../support/new-account'
import { startQstashStandIn } from '../support/qstash-stand-in'
import { startRedisServer } from '../support/redis'
import { startUpstashStandIn } from '../support/upstash-stand-in'
import { expectExact, makeOf, placeIds, until, usedBy } from './orders'

/** The kinds of lost steps. */
const lost = new Set<string>()

const redis = await startRedisServer()
const upstash = await startUpstashStandIn(redis.url, 'secret')
const signingKey = 'the key that QStash signs with'
const qstash = await startQstashStandIn({
  token: 'token',
  signingKey,
  longestDelayMs: 100,
  twiceEvery: 1_000,
  maxRetries: 3,
  async deliver(request) {
    const { data } = await request.clone().json()
    return lost.has(data?.kind) ? Response.error() : handleApi(request, { address: '192.0.2.7' })
  },
})
withStore({
  UPSTASH_REDIS_REST_URL: upstash.url,
  UPSTASH_REDIS_REST_TOKEN: 'secret',
  APP_URL: 'https://pinref.example',
  QSTASH_URL: qstash.url,
  QSTASH_TOKEN: 'token',
  QSTASH_CURRENT_SIGNING_KEY: signingKey,
  QSTASH_NEXT_SIGNING_KEY: 'the key after that',
  LOG_LEVEL: 'silent',
})

afterAll(async () => {
  await qstash.stop()
  await upstash.stop()
  await redis.stop()
})

const lookedAfter = async () => (await (await store()).redis.hkeys(sweptBatches)).map((field) => field.split(' ')[1])

/** Waits until QStash has given up on this many more messages than before. */
async function untilGivenUp(messages: number, before: number): Promise<void> {
  await expect.poll(() => qstash.counted.givenUp - before, { interval: 50 }).toBe(messages)
}

/** Runs the schedule twice, as happens in twenty minutes. */
async function lookTwice(): Promise<void> {
  await qstash.tick()
  await qstash.tick()
}

test.each([
  { kind: 'begin', state: 'queued', messages: 1 },
  { kind: 'lane', state: 'running', messages: 4 },
])('a batch finishes even if QStash gave up on its $kind step', async ({ kind, state, messages }) => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  const lines = placeIds(3_000)
  const { givenUp } = qstash.counted
  lost.add(kind)
  const { id } = await makeOf(accountId, lines)
  await untilGivenUp(messages, givenUp)
  lost.clear()
  expect(await findBatch(accountId, id)).toMatchObject({ state, done: 0 })
  await lookTwice()
  await expectExact(accountId, await until(accountId, id, 'finished'), lines)
  expect(await usedBy(accountId)).toEqual({ used: 3_000, 'resolve:ok': 3_000 })
  expect(await lookedAfter()).toContain(id)
  await qstash.tick()
  expect(await lookedAfter()).not.toContain(id)
})

test('a waiting batch resumes with a larger plan even if QStash gave up on its wake step', async () => {
  const accountId = await newAccount()
  const lines = placeIds(1_600)
  const { givenUp } = qstash.counted
  lost.add('wake')
  const { id } = await makeOf(accountId, lines)
  await until(accountId, id, 'waiting')
  await untilGivenUp(1, givenUp)
  await qstash.tick()
  expect(await findBatch(accountId, id)).toMatchObject({ state: 'waiting', done: 1_000 })
  await writeProfile(accountId, { plan: 'growth' })
  await qstash.tick()
  lost.clear()
  await expectExact(accountId, await until(accountId, id, 'finished'), lines)
  expect(await usedBy(accountId)).toEqual({ used: 1_600, 'resolve:ok': 1_600 })
})

test('a stalled batch’s steps are queued again less and less often, and not after the batch is canceled', async () => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  lost.add('begin')
  const { id } = await makeOf(accountId, placeIds(10))
  const queuedAnew: boolean[] = []
  for (let look = 0; look <= 9; look++) {
    const { taken } = qstash.counted
    await qstash.tick()
    queuedAnew.push(qstash.counted.taken > taken)
  }
  const looks = queuedAnew.flatMap((isSo, look) => (isSo ? [look] : []))
  expect(looks).toEqual([1, 2, 4, 8])
  await cancelBatch(accountId, id)
  lost.clear()
  // The queued steps arrive and do nothing.
  await sleep(1_000)
  const { taken } = qstash.counted
  await lookTwice()
  expect(qstash.counted.taken).toBe(taken)
  expect(await findBatch(accountId, id)).toMatchObject({ state: 'cancelled', done: 0 })
  expect(await lookedAfter()).not.toContain(id)
})

test('QStash has one schedule for the sweep, regardless of the number of batches', () => {
  const schedules = [...qstash.schedules.values()]
  expect(schedules.map(({ destination, cron }) => ({ destination, cron }))).toEqual([
    { destination: 'https://pinref.example/api/queue', cron: '*/10 * * * *' },
  ])
  expect(schedules.map(({ headers }) => headers['upstash-retries'])).toEqual(['0'])
})
