import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Caller } from '@/server/metering/access/admit'
import { admit, admitMulticall } from '@/server/metering/access/admit'
import { randomBase62 } from '@/server/metering/access/api-key'
import { monthOf } from '@/server/metering/access/calendar'
import { maxAncestors } from '@/server/metering/access/key-budgets'
import type { KeyLimits } from '@/server/metering/access/key-limits'
import { listKeys } from '@/server/metering/access/key-list'
import {
  type CreatedKey,
  changeKey,
  createKey,
  type KeyOptions,
  revokeKey,
  rotateKey,
} from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { currentUsage, readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../support/new-account'
import { withStore } from './environment'

withStore({})
// No test runs across midnight.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 4, 20, 12) }))
afterAll(() => void vi.useRealTimers())

const operations: KeyLimits['operations'] = ['resolve', 'convert', 'keys']

/** Makes an account with a key that manages keys and has these limits. */
async function manager(limits: KeyOptions) {
  const account = await newAccount()
  const key = await createKey(account, 'Manager', null, { operations, ...limits })
  const below = (granter: CreatedKey, more: KeyOptions = {}) =>
    createKey(account, 'Made', undefined, { granter: { keyId: granter.id }, operations, ...more })
  const read = async ({ id }: CreatedKey) => (await listKeys(account)).find((one) => one.id === id)
  return { account, key, below, read }
}

const callerOf = ({ key }: CreatedKey): Caller => ({
  client: () => ({ address: '192.0.2.1' }),
  apiKey: key,
  member: null,
})

const call = (key: CreatedKey) => admit({ ...callerOf(key), operation: 'convert', requestId: randomBase62(12) })

/** Makes calls one after another. Returns each one's error code; null if it was admitted. */
async function outcomes(...keys: CreatedKey[]): Promise<Array<string | null>> {
  const codes: Array<string | null> = []
  for (const key of keys) codes.push((await call(key)).refused?.code ?? null)
  return codes
}

const exhausted = 'key_quota_exhausted'

describe.each([
  { period: 'monthly', field: 'monthlyLimit', left: 'callsLeft', policy: 'key' },
  { period: 'daily', field: 'dailyLimit', left: 'callsLeftToday', policy: 'key-daily' },
] as const)('the $period limit of a key that manages keys', ({ period, field, left, policy }) => {
  const limited = (calls: number | null): Partial<KeyLimits> => ({ [field]: calls })

  test('includes the calls of all keys created with it, even those it deletes, at every level', async () => {
    const { account, key, below, read } = await manager(limited(3))
    const child = await below(key)
    const middle = await below(key)
    const grandchild = await below(middle)
    expect(await outcomes(child, middle)).toEqual([null, null])
    await revokeKey(account, child.id, { keyId: key.id })
    await revokeKey(account, middle.id, { keyId: key.id })
    expect(await outcomes(grandchild, grandchild, key, await below(key))).toEqual([
      null,
      exhausted,
      exhausted,
      exhausted,
    ])
    expect(await read(key)).toMatchObject({ callsThisMonth: 0, [left]: 0 })
    expect((await readUsage(account)).used).toBe(3)
  })

  test('still applies to the keys created with it after it deletes itself', async () => {
    const { account, key, below } = await manager(limited(3))
    const children = [await below(key), await below(key)]
    expect(await outcomes(key)).toEqual([null])
    await revokeKey(account, key.id, { keyId: key.id })
    expect(await outcomes(...children, ...children)).toEqual([null, null, exhausted, exhausted])
  })

  test('admits exactly as many parallel calls as it allows, whichever keys make them, single or in batches', async () => {
    const { key, below, account, read } = await manager(limited(40))
    const middle = await below(key)
    const keys = [key, middle, await below(middle), await below(key), await below(key)]
    const single = await Promise.all(keys.flatMap((one) => Array.from({ length: 6 }, () => call(one))))
    const batches = await Promise.all(
      keys.map((one) => admitMulticall(callerOf(one), Array(6).fill('convert'), one.id)),
    )
    const all = [...single, ...batches.flatMap((batch) => batch.outcomes)]
    expect(all.filter(({ refused }) => refused === null)).toHaveLength(40)
    expect((await readUsage(account)).used).toBe(40)
    expect(await read(key)).toMatchObject({ [left]: 0 })
  })

  test('is named in the error and the quota of a key created with it, unless that key’s own limit is tighter', async () => {
    const { key, below } = await manager(limited(3))
    const child = await below(key)
    const tight = await below(key, limited(1))
    expect((await call(child)).quota).toMatchObject({ policy, ancestorId: null, limit: 3, remaining: 2 })
    expect((await call(tight)).quota).toMatchObject({ policy, ancestorId: null, limit: 1, remaining: 0 })
    expect((await call(child)).quota).toMatchObject({ policy, ancestorId: key.id, limit: 3, remaining: 0 })
    const { refused } = await call(child)
    expect(refused).toMatchObject({ code: exhausted, message: expect.stringContaining(`${key.id}, which has reached`) })
    expect(refused?.message).toContain('(3 of 3)')
    expect(refused?.message).not.toContain(key.key.slice(0, 20))
    expect((await call(tight)).refused?.message).toContain(`This API key has reached its ${period} limit (1 of 1)`)
  })

  test('gets back exactly the refunded calls, even if the key that made them was deleted in between', async () => {
    const { account, key, below, read } = await manager(limited(5))
    const middle = await below(key)
    const child = await below(middle)
    const [kept, first, second] = [await call(child), await call(child), await call(child)]
    expect(await first.refund()).toMatchObject({ refunded: true, quota: { limit: 5, remaining: 3 } })
    expect(await first.refund()).toMatchObject({ refunded: false })
    expect((await read(key))?.[left]).toBe(3)
    expect((await read(middle))?.[left]).toBe(3)
    await revokeKey(account, child.id)
    await second.refund()
    expect((await read(key))?.[left]).toBe(4)
    await revokeKey(account, middle.id)
    await kept.refund()
    expect((await read(key))?.[left]).toBe(5)
    expect((await readUsage(account)).used).toBe(0)
  })

  test('applies to keys created with it as soon as it changes, and they cannot raise it', async () => {
    const { account, key, below, read } = await manager(limited(5))
    const child = await below(key)
    const unlimited = { keyId: (await createKey(account, 'Unlimited', null, { operations })).id }
    await changeKey(account, key.id, limited(1))
    expect(await outcomes(child, child)).toEqual([null, exhausted])
    await changeKey(account, key.id, limited(2), unlimited)
    expect(await outcomes(child, child)).toEqual([null, exhausted])
    await changeKey(account, key.id, limited(null))
    expect((await read(child))?.[left]).toBe(3)
    await changeKey(account, child.id, limited(null))
    expect(await read(child)).toMatchObject({ [left]: null, callsThisMonth: 2 })
  })

  test('and its count continue in a rotated key, for the keys created with either', async () => {
    const { account, key, below, read } = await manager(limited(4))
    const child = await below(key)
    expect(await outcomes(key, child)).toEqual([null, null])
    const rotated = await rotateKey(account, key.id, 7)
    const rotatedChild = await rotateKey(account, child.id, 0)
    expect(await read(rotatedChild)).toMatchObject({ madeBy: key.id, callsThisMonth: 0, [left]: 2 })
    await revokeKey(account, child.id)
    expect(await outcomes(rotated, await below(rotated), rotatedChild, key)).toEqual([null, null, exhausted, exhausted])
    await changeKey(account, rotated.id, limited(5))
    await revokeKey(account, key.id)
    expect(await outcomes(rotatedChild, rotatedChild, rotated)).toEqual([null, exhausted, exhausted])
    expect((await readUsage(account)).used).toBe(5)
  })

  test('is that of the newest key after a rotation, and the replaced key cannot raise it', async () => {
    const { account, key, below } = await manager(limited(5))
    const rotated = await rotateKey(account, key.id, 7)
    const child = await below(rotated)
    await changeKey(account, rotated.id, limited(1))
    await changeKey(account, child.id, limited(5))
    const old = { keyId: key.id }
    await changeKey(account, key.id, limited(4))
    await changeKey(account, key.id, limited(4), old)
    await revokeKey(account, rotated.id)
    await changeKey(account, key.id, limited(3), old)
    expect(await outcomes(child, child)).toEqual([null, exhausted])
  })

  test('does not include the calls of test keys', async () => {
    const { account, key, below, read } = await manager(limited(2))
    const trial = await below(key, { test: true })
    expect(await outcomes(key, trial, trial, trial)).toEqual([null, null, null, null])
    expect(await read(trial)).toMatchObject({ callsThisMonth: 3, [left]: null })
    expect(await (await call(trial)).refund()).toMatchObject({ refunded: true })
    expect(await read(key)).toMatchObject({ [left]: 1 })
    expect(await read(await rotateKey(account, trial.id, 0))).toMatchObject({ [left]: null })
  })

  test('is shown as what is left of it in the account’s usage, where each call counts for one key only', async () => {
    const { account, key, below } = await manager(limited(3))
    const child = await below(key, limited(2))
    await outcomes(key, child)
    const { keys, other, used } = await currentUsage(account)
    const byId = Object.fromEntries(
      keys.map(({ id, used, limit, remaining, dailyLimit, dailyRemaining }) => {
        const inPeriod = { monthly: [limit, remaining], daily: [dailyLimit, dailyRemaining] }[period]
        return [id, [used, ...inPeriod]]
      }),
    )
    expect(byId).toEqual({ [child.id]: [1, 2, 1], [key.id]: [1, 3, 1] })
    expect(keys).toHaveLength(2)
    expect([other, used]).toEqual([0, 2])
  })
})

test(`keys can be created ${maxAncestors} levels deep, which bounds the work of counting a call`, async () => {
  const { key, below, account } = await manager({})
  let lowest = key
  for (let level = 0; level < maxAncestors; level++) lowest = await below(lowest)
  await expect(below(lowest)).rejects.toMatchObject({ code: 'operation_not_allowed' })
  expect(await listKeys(account)).toHaveLength(1 + maxAncestors)
  const rotated = await rotateKey(account, lowest.id, 0)
  await expect(below(rotated)).rejects.toMatchObject({ code: 'operation_not_allowed' })
  expect(await outcomes(rotated)).toEqual([null])
})

test('a key’s counts are deleted with the last key that counts against it', async () => {
  const { account, key, below } = await manager({ monthlyLimit: 9 })
  const middle = await below(key)
  const child = await below(middle)
  await outcomes(key, middle, child)
  const { redis } = await store()
  const fields = async () =>
    (await redis.hkeys(redisKeys(account).counts(monthOf(Date.now()))))
      .filter((field) => field.startsWith('key_'))
      .sort()
  for (const { id } of [middle, key]) await revokeKey(account, id)
  const stored = [`${child.id}:seen`, ...[child, key, middle].flatMap(({ id }) => [`${id}:used`, `${id}:day:20`])]
  expect(await fields()).toEqual([...stored, `${key.id}:others`, `${middle.id}:others`].sort())
  await revokeKey(account, child.id)
  expect(await fields()).toEqual([])
})
