import { describe, expect, test } from 'vitest'
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

const operations: KeyLimits['operations'] = ['resolve', 'convert', 'keys']

/** Makes an account with a key that manages keys and has this monthly limit. */
async function manager(monthlyLimit: number | null, options: KeyOptions = {}) {
  const account = await newAccount()
  const key = await createKey(account, 'Manager', null, { operations, monthlyLimit, ...options })
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

describe('the monthly limit of a key that manages keys', () => {
  test('includes the calls of all keys created with it, even those it deletes, at every level', async () => {
    const { account, key, below, read } = await manager(3)
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
    expect(await read(key)).toMatchObject({ callsThisMonth: 0, callsLeft: 0 })
    expect((await readUsage(account)).used).toBe(3)
  })

  test('still applies to the keys created with it after it deletes itself', async () => {
    const { account, key, below } = await manager(3)
    const children = [await below(key), await below(key)]
    expect(await outcomes(key)).toEqual([null])
    await revokeKey(account, key.id, { keyId: key.id })
    expect(await outcomes(...children, ...children)).toEqual([null, null, exhausted, exhausted])
  })

  test('admits exactly as many parallel calls as it allows, whichever keys make them, single or in batches', async () => {
    const { key, below, account, read } = await manager(40)
    const middle = await below(key)
    const keys = [key, middle, await below(middle), await below(key), await below(key)]
    const single = await Promise.all(keys.flatMap((one) => Array.from({ length: 6 }, () => call(one))))
    const batches = await Promise.all(
      keys.map((one) => admitMulticall(callerOf(one), Array(6).fill('convert'), one.id)),
    )
    const all = [...single, ...batches.flatMap((batch) => batch.outcomes)]
    expect(all.filter(({ refused }) => refused === null)).toHaveLength(40)
    expect((await readUsage(account)).used).toBe(40)
    expect(await read(key)).toMatchObject({ callsLeft: 0 })
  })

  test('is named in the error and the quota of a key created with it, unless that key’s own limit is tighter', async () => {
    const { key, below } = await manager(3)
    const child = await below(key)
    const tight = await below(key, { monthlyLimit: 1 })
    expect((await call(child)).quota).toMatchObject({ policy: 'key', ancestorId: null, limit: 3, remaining: 2 })
    expect((await call(tight)).quota).toMatchObject({ policy: 'key', ancestorId: null, limit: 1, remaining: 0 })
    expect((await call(child)).quota).toMatchObject({ policy: 'key', ancestorId: key.id, limit: 3, remaining: 0 })
    const { refused } = await call(child)
    expect(refused).toMatchObject({ code: exhausted, message: expect.stringContaining(`${key.id}, which has reached`) })
    expect(refused?.message).toContain('(3 of 3)')
    expect(refused?.message).not.toContain(key.key.slice(0, 20))
    expect((await call(tight)).refused?.message).toContain('This API key has reached its monthly limit (1 of 1)')
  })

  test('gets back exactly the refunded calls, even if the key that made them was deleted in between', async () => {
    const { account, key, below, read } = await manager(5)
    const middle = await below(key)
    const child = await below(middle)
    const [kept, first, second] = [await call(child), await call(child), await call(child)]
    expect(await first.refund()).toMatchObject({ refunded: true, quota: { limit: 5, remaining: 3 } })
    expect(await first.refund()).toMatchObject({ refunded: false })
    expect((await read(key))?.callsLeft).toBe(3)
    expect((await read(middle))?.callsLeft).toBe(3)
    await revokeKey(account, child.id)
    await second.refund()
    expect((await read(key))?.callsLeft).toBe(4)
    await revokeKey(account, middle.id)
    await kept.refund()
    expect((await read(key))?.callsLeft).toBe(5)
    expect((await readUsage(account)).used).toBe(0)
  })

  test('applies to keys created with it as soon as it changes, and they cannot raise it', async () => {
    const { account, key, below, read } = await manager(5)
    const child = await below(key)
    const unlimited = { keyId: (await createKey(account, 'Unlimited', null, { operations })).id }
    await changeKey(account, key.id, { monthlyLimit: 1 })
    expect(await outcomes(child, child)).toEqual([null, exhausted])
    await changeKey(account, key.id, { monthlyLimit: 2 }, unlimited)
    expect(await outcomes(child, child)).toEqual([null, exhausted])
    await changeKey(account, key.id, { monthlyLimit: null })
    expect((await read(child))?.callsLeft).toBe(3)
    await changeKey(account, child.id, { monthlyLimit: null })
    expect(await read(child)).toMatchObject({ callsLeft: null, callsThisMonth: 2 })
  })

  test('and its count continue in a rotated key, for the keys created with either', async () => {
    const { account, key, below, read } = await manager(4)
    const child = await below(key)
    expect(await outcomes(key, child)).toEqual([null, null])
    const rotated = await rotateKey(account, key.id, 7)
    const rotatedChild = await rotateKey(account, child.id, 0)
    expect(await read(rotatedChild)).toMatchObject({ madeBy: key.id, callsThisMonth: 0, callsLeft: 2 })
    await revokeKey(account, child.id)
    expect(await outcomes(rotated, await below(rotated), rotatedChild, key)).toEqual([null, null, exhausted, exhausted])
    await changeKey(account, rotated.id, { monthlyLimit: 5 })
    await revokeKey(account, key.id)
    expect(await outcomes(rotatedChild, rotatedChild, rotated)).toEqual([null, exhausted, exhausted])
    expect((await readUsage(account)).used).toBe(5)
  })

  test('is that of the newest key after a rotation, and the replaced key cannot raise it', async () => {
    const { account, key, below } = await manager(5)
    const rotated = await rotateKey(account, key.id, 7)
    const child = await below(rotated)
    await changeKey(account, rotated.id, { monthlyLimit: 1 })
    await changeKey(account, child.id, { monthlyLimit: 5 })
    const old = { keyId: key.id }
    await changeKey(account, key.id, { monthlyLimit: 4 })
    await changeKey(account, key.id, { monthlyLimit: 4 }, old)
    await revokeKey(account, rotated.id)
    await changeKey(account, key.id, { monthlyLimit: 3 }, old)
    expect(await outcomes(child, child)).toEqual([null, exhausted])
  })

  test('does not include the calls of test keys', async () => {
    const { account, key, below, read } = await manager(2)
    const trial = await below(key, { test: true })
    expect(await outcomes(key, trial, trial, trial)).toEqual([null, null, null, null])
    expect(await read(trial)).toMatchObject({ callsThisMonth: 3, callsLeft: null })
    expect(await (await call(trial)).refund()).toMatchObject({ refunded: true })
    expect(await read(key)).toMatchObject({ callsLeft: 1 })
    expect(await read(await rotateKey(account, trial.id, 0))).toMatchObject({ callsLeft: null })
  })

  test('is shown as what is left of it in the account’s usage, where each call counts for one key only', async () => {
    const { account, key, below } = await manager(3)
    const child = await below(key, { monthlyLimit: 2 })
    await outcomes(key, child)
    const { keys, other, used } = await currentUsage(account)
    const byId = Object.fromEntries(keys.map(({ id, ...use }) => [id, use]))
    expect(byId).toMatchObject({
      [child.id]: { used: 1, limit: 2, remaining: 1 },
      [key.id]: { used: 1, limit: 3, remaining: 1 },
    })
    expect(keys).toHaveLength(2)
    expect([other, used]).toEqual([0, 2])
  })
})

test(`keys can be created ${maxAncestors} levels deep, which bounds the work of counting a call`, async () => {
  const { key, below, account } = await manager(null)
  let lowest = key
  for (let level = 0; level < maxAncestors; level++) lowest = await below(lowest)
  await expect(below(lowest)).rejects.toMatchObject({ code: 'operation_not_allowed' })
  expect(await listKeys(account)).toHaveLength(1 + maxAncestors)
  const rotated = await rotateKey(account, lowest.id, 0)
  await expect(below(rotated)).rejects.toMatchObject({ code: 'operation_not_allowed' })
  expect(await outcomes(rotated)).toEqual([null])
})

test('a key’s counts are deleted with the last key that counts against it', async () => {
  const { account, key, below } = await manager(9)
  const middle = await below(key)
  const child = await below(middle)
  await outcomes(key, middle, child)
  const { redis } = await store()
  const fields = async () =>
    (await redis.hkeys(redisKeys(account).counts(monthOf(Date.now()))))
      .filter((field) => field.startsWith('key_'))
      .sort()
  for (const { id } of [middle, key]) await revokeKey(account, id)
  const stored = [`${child.id}:seen`, ...[child, key, middle].map(({ id }) => `${id}:used`)]
  expect(await fields()).toEqual([...stored, `${key.id}:others`, `${middle.id}:others`].sort())
  await revokeKey(account, child.id)
  expect(await fields()).toEqual([])
})
