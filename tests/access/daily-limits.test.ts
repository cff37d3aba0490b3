import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monthOf } from '@/server/metering/access/calendar'
import { listKeys } from '@/server/metering/access/key-list'
import { type CreatedKey, changeKey, createKey, type KeyOptions, revokeKey } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { readKeyUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../support/new-account'
import { admitCall, admitCalls } from './admit-call'
import { withStore } from './environment'

withStore({})
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const at = (day: number, hour: number, minute = 0, second = 0) =>
  vi.setSystemTime(Date.UTC(2031, 4, day, hour, minute, second))

/** Makes a key that manages keys, with these limits, and two keys created with it. */
async function family(limits: KeyOptions, ...below: [KeyOptions, KeyOptions]) {
  const account = await newAccount()
  const operations: KeyOptions['operations'] = ['resolve', 'keys']
  const parent = await createKey(account, 'Parent', null, { operations, ...limits })
  const child = (own: KeyOptions) =>
    createKey(account, 'Child', undefined, { operations, granter: { keyId: parent.id }, ...own })
  return { account, parent, children: [await child(below[0]), await child(below[1])] as const }
}

const call = ({ key }: CreatedKey) => admitCall({ apiKey: key })
const isAdmitted = async (key: CreatedKey) => (await call(key)).refused === null
const leftToday = async (account: string, { id }: CreatedKey) =>
  (await listKeys(account)).find((key) => key.id === id)?.callsLeftToday

/** Makes calls with a key in one request. Returns the admitted ones. */
async function admitted(key: CreatedKey, calls: number) {
  const { outcomes, refund } = await admitCalls(Array<string>(calls).fill('resolve'), { apiKey: key.key })
  return outcomes.flatMap(({ refused }, index) =>
    refused === null ? [{ key, refund: () => refund([{ index, askedUpstream: false }]) }] : [],
  )
}

test('parallel calls by two keys and the key that created them are admitted exactly as often as their daily limits allow, also after refunds', async () => {
  at(20, 12)
  const limit = fc.integer({ min: 1, max: 12 })
  const exact = async (ofParent: number, ofFirst: number, ofSecond: number, parentCalls: number, refunds: number) => {
    const own = [Math.min(ofFirst, ofParent), Math.min(ofSecond, ofParent)] as const
    const { account, parent, children } = await family(
      { dailyLimit: ofParent },
      { dailyLimit: own[0] },
      { dailyLimit: own[1] },
    )
    let counted: Awaited<ReturnType<typeof admitted>> = []
    const countedFor = (key: CreatedKey) => counted.filter((one) => one.key === key).length
    for (const failed of [refunds, 0]) {
      const most = own[0] + own[1] + countedFor(parent) + parentCalls
      // Thirteen calls with each child.
      const sizes = [1, 3, 2, 4, 3].flatMap((size) => children.map((key) => [key, size] as const))
      const ofAll = [...sizes, ...Array.from({ length: parentCalls }, () => [parent, 1] as const)]
      counted.push(...(await Promise.all(ofAll.map(([key, size]) => admitted(key, size)))).flat())
      expect(counted).toHaveLength(Math.min(ofParent, most))
      for (const [index, key] of children.entries()) expect(countedFor(key)).toBeLessThanOrEqual(own[index] ?? 0)
      await Promise.all(counted.slice(0, failed).map(({ refund }) => refund()))
      counted = counted.slice(failed)
      expect(await leftToday(account, parent)).toBe(ofParent - counted.length)
    }
  }
  await fc.assert(fc.asyncProperty(limit, limit, limit, fc.nat(6), fc.nat(12), exact), { numRuns: 40 })
})

test('a daily limit resets at midnight UTC, as the error and the quota say, and on the first of the month', async () => {
  at(30, 23, 59)
  const account = await newAccount()
  const key = await createKey(account, 'Daily', null, { dailyLimit: 1 })
  const resets = { resetSeconds: Date.UTC(2031, 4, 31) / 1000, windowSeconds: 86_400 }
  expect((await call(key)).quota).toMatchObject({ policy: 'key-daily', limit: 1, remaining: 0, ...resets })
  expect(await call(key)).toMatchObject({
    quota: { policy: 'key-daily', remaining: 0, ...resets },
    refused: {
      code: 'key_quota_exhausted',
      retryAfterSeconds: 60,
      message: expect.stringContaining('has reached its daily limit (1 of 1), which resets at 00:00 UTC.'),
    },
  })
  at(31, 0)
  expect(await leftToday(account, key)).toBe(1)
  expect([await isAdmitted(key), await isAdmitted(key)]).toEqual([true, false])
  at(32, 0)
  expect([await isAdmitted(key), await isAdmitted(key)]).toEqual([true, false])
  expect((await readKeyUsage(account, '2031-05')).keys).toMatchObject([
    { used: 2, dailyLimit: 1, dailyRemaining: null },
  ])
})

test('a call is refunded to the day on which it was counted, even after midnight', async () => {
  at(20, 23, 59, 59)
  const { account, parent, children } = await family({ dailyLimit: 2 }, {}, {})
  const [child, other] = children
  const first = await call(child)
  await call(child)
  at(21, 0)
  expect(await isAdmitted(other)).toBe(true)
  await first.refund()
  expect(await leftToday(account, parent)).toBe(1)
  // A process whose clock is behind still counts in the day before.
  at(20, 23, 59, 59)
  expect([await isAdmitted(other), await isAdmitted(parent)]).toEqual([true, false])
  at(21, 0)
  expect([await isAdmitted(parent), await isAdmitted(child)]).toEqual([true, false])
})

test('if a month is used up too, the error and the quota name the month, because it resets last', async () => {
  at(20, 12)
  const account = await newAccount()
  const key = await createKey(account, 'Both', null, { dailyLimit: 3, monthlyLimit: 3 })
  expect((await call(key)).quota).toMatchObject({ policy: 'key', remaining: 2 })
  await changeKey(account, key.id, { dailyLimit: 2 })
  expect((await call(key)).quota).toMatchObject({ policy: 'key-daily', remaining: 0 })
  await changeKey(account, key.id, { monthlyLimit: 2 })
  expect(await call(key)).toMatchObject({
    quota: { policy: 'key' },
    refused: { message: expect.stringContaining('monthly') },
  })
})

test('a daily limit includes calls made earlier that day, before the limit was set', async () => {
  at(20, 9)
  const account = await newAccount()
  const key = await createKey(account, 'Backend', null)
  expect([await isAdmitted(key), await isAdmitted(key)]).toEqual([true, true])
  await changeKey(account, key.id, { dailyLimit: 3 })
  expect(await leftToday(account, key)).toBe(1)
  expect([await isAdmitted(key), await isAdmitted(key)]).toEqual([true, false])
})

test('a key’s counts of earlier days are deleted, except the day before, and all of them with the key', async () => {
  at(1, 12)
  const { account, parent, children } = await family({ dailyLimit: 9 }, {}, {})
  const { redis } = await store()
  const days = async () =>
    (await redis.hkeys(redisKeys(account).counts(monthOf(Date.now())))).flatMap((field) => {
      const [, id, day] = /^(.*):day:(\d\d)$/.exec(field) ?? []
      return id && day ? [`${id} ${day}`] : []
    })
  const stored = (...kept: string[]) =>
    expect.arrayContaining([parent, children[0]].flatMap(({ id }) => kept.map((day) => `${id} ${day}`)))
  for (let day = 1; day <= 31; day++) {
    at(day, 12)
    if (day !== 5) expect(await isAdmitted(children[0])).toBe(true)
    expect((await days()).length).toBeLessThanOrEqual(4)
  }
  expect(await days()).toEqual(stored('30', '31'))
  for (const { id } of [parent, ...children]) await revokeKey(account, id)
  expect(await days()).toEqual([])
})
