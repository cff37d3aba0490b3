import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import type { BatchWatch } from '@/server/features/batches/batch'
import { chunksOf } from '@/server/features/batches/batch-store'
import { cancelBatch } from '@/server/features/batches/change-batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { reserve, take } from '@/server/features/batches/run-lane'
import { runStep } from '@/server/features/batches/run-step'
import type { Step } from '@/server/features/batches/steps'
import { monthOf } from '@/server/metering/access/calendar'
import type { KeyLimits } from '@/server/metering/access/key-limits'
import { listKeys } from '@/server/metering/access/key-list'
import { type CreatedKey, changeKey, createKey, revokeKey } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { withStore } from '../access/environment'
import { newRichAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { makeOf, placeIds, until, usedBy } from './orders'

const redis = await startRedisServer()
withStore({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' })
// The later tests take lines themselves, so no queue may take them first.
afterEach(async () => {
  vi.useRealTimers()
  await stopQueue()
})
afterAll(() => redis.stop())

const watch: BatchWatch = { used: () => {}, changed: async () => {} }
const firstAttempt = { failures: 0, crashes: 0 }

/** Makes an account with a key that manages keys, a second one created with it, and two keys created with that one. */
async function family(limits: Partial<KeyLimits>) {
  const accountId = await newRichAccount()
  const manager = await createKey(accountId, 'Manager', null, { operations: ['resolve', 'keys'], ...limits })
  const below = ({ id }: CreatedKey) =>
    createKey(accountId, 'Made', undefined, { granter: { keyId: id }, operations: ['resolve', 'keys'] })
  const middle = await below(manager)
  const left = async (of: 'callsLeft' | 'callsLeftToday' = 'callsLeft') => {
    const keys = await listKeys(accountId)
    return [manager, middle].map(({ id }) => keys.find((key) => key.id === id)?.[of])
  }
  return { accountId, manager, middle, children: [await below(middle), await below(middle)] as const, left }
}

test.each([
  ['month', 'monthlyLimit', 'callsLeft', 'key_quota'],
  ['day', 'dailyLimit', 'callsLeftToday', 'key_daily_quota'],
] as const)(
  'batches of several keys look up exactly as many lines a %s as the keys that they were created with may',
  async (_, field, ofLeft, reason) => {
    const { accountId, manager, middle, children, left } = await family({ [field]: 50 })
    await startQueue()
    const batches = await Promise.all(
      children.map(({ id }, at) => makeOf(accountId, placeIds(40, 100 * at), { key: id })),
    )
    const ended = await Promise.all(batches.map(({ id }) => until(accountId, id, 'waiting', 'finished')))
    const waiting = ended.filter(({ state }) => state === 'waiting')
    expect(new Set(waiting.map(({ reason }) => reason))).toEqual(new Set([reason]))
    expect(ended.reduce((sum, { counts }) => sum + counts.found, 0)).toBe(50)
    expect(await left(ofLeft)).toEqual([0, 0])
    for (const { id } of [manager, middle]) await changeKey(accountId, id, { [field]: 90 })
    for (const { id, run } of waiting) {
      const step: Step = { kind: 'wake', accountId, batch: id, run, lane: 0, madeMs: Date.now() }
      await runStep(step, new AbortController().signal, firstAttempt, watch)
    }
    for (const { id } of batches) await until(accountId, id, 'finished')
    expect(await left(ofLeft)).toEqual([10, 10])
    expect((await usedBy(accountId)).used).toBe(80)
  },
)

/** Starts a batch of 40 lines with a key. Returns what takes its first lane. */
async function holderOf(accountId: string, { id: key }: CreatedKey) {
  const { id } = await makeOf(accountId, placeIds(40), { key })
  const { run } = await findBatch(accountId, id)
  const step: Step = { kind: 'begin', accountId, batch: id, run, lane: 0, madeMs: Date.now() }
  await runStep(step, new AbortController().signal, firstAttempt, watch)
  const [batch, table] = [await findBatch(accountId, id), await chunksOf(accountId, id)]
  return { step, batch, table, maxSize: 40, token: 'died' }
}

test('lines reserved for a key are refunded to the keys that it was created with, even after it is deleted', async () => {
  const { accountId, middle, children, left } = await family({ monthlyLimit: 100, dailyLimit: 50 })
  const [child] = children
  const holder = await holderOf(accountId, child)
  await take(holder)
  expect(await reserve(holder, 40)).toMatchObject({ lines: 40 })
  expect(await left()).toEqual([60, 60])
  expect(await left('callsLeftToday')).toEqual([10, 10])
  await revokeKey(accountId, child.id)
  await revokeKey(accountId, middle.id)
  expect(await left()).toEqual([60, undefined])
  await cancelBatch(accountId, holder.batch.id)
  expect(await left()).toEqual([100, undefined])
  expect(await left('callsLeftToday')).toEqual([50, undefined])
  expect(await usedBy(accountId)).toEqual({ used: 0 })
})

test('lines reserved before midnight are refunded to the day before, later ones count in the new day, and counts of earlier days are deleted', async () => {
  const at = (day: number, hour: number) => vi.setSystemTime(Date.UTC(2031, 4, day, hour))
  vi.useFakeTimers({ toFake: ['Date'] })
  at(20, 23)
  const { accountId, children, left } = await family({ dailyLimit: 30 })
  const holder = await holderOf(accountId, children[0])
  await take(holder)
  expect(await reserve(holder, 40)).toMatchObject({ lines: 30 })
  at(21, 0)
  expect(await left('callsLeftToday')).toEqual([30, 30])
  await take(holder)
  expect(await reserve(holder, 20)).toMatchObject({ lines: 20 })
  expect(await left('callsLeftToday')).toEqual([10, 10])
  at(20, 23)
  expect(await left('callsLeftToday')).toEqual([30, 30])
  expect(await storedDays(accountId)).toEqual(['20', '21'])
  at(23, 0)
  await take(holder)
  await reserve(holder, 20)
  expect(await storedDays(accountId)).toEqual(['23'])
})

/** Returns the days of this month for which calls of keys are stored. */
async function storedDays(accountId: string): Promise<string[]> {
  const { redis } = await store()
  const fields = await redis.hkeys(redisKeys(accountId).counts(monthOf(Date.now())))
  return [...new Set(fields.flatMap((field) => /:day:(\d\d)$/.exec(field)?.[1] ?? []))].sort()
}
