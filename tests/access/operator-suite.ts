import { describe, expect, test } from 'vitest'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { calendarDay, monthOf } from '@/server/metering/access/calendar'
import { listKeys } from '@/server/metering/access/key-list'
import { changeKey, createKey, revokeKey, rotateKey } from '@/server/metering/access/key-store'
import { givePlan, readProfile, setSuspended, writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { readRecentCalls, readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { newAccount, ownersCalls } from '../support/new-account'
import { admitCall, admitCalls } from './admit-call'

const suspended = { code: 'account_suspended' }
const gone = { code: 'account_not_found' }

const refusalOf = (call: Promise<unknown>) => call.then(() => null).catch(({ code, message }) => ({ code, message }))

/** Tests an operator's actions on accounts, on any transport. */
export function operatorSuite(transport: string): void {
  describe(`a suspended account, over ${transport}`, () => {
    test('has its keys and dashboard calls rejected as account_suspended, and other keys like those of any account', async () => {
      const account = await newAccount()
      const keys = await Promise.all([createKey(account, 'a', null), createKey(account, 'b', null)])
      const ended = await Promise.all([createKey(account, 'c', null), createKey(account, 'd', 1)])
      await revokeKey(account, ended[0].id)
      for (const { key } of keys) expect(await admitCall({ apiKey: key })).toMatchObject({ refused: null })
      expect(await setSuspended(account, { reason: 'Spam', by: 'o…@example.net' })).toBe(true)
      const client = () => ({ address: '198.51.100.31' })
      const unknown = await refusalOf(admitCall({ apiKey: createKeyText(randomBase62(16)), client }))
      expect(unknown).toMatchObject({ code: 'invalid_api_key' })
      for (const { key } of keys) await expect(admitCall({ apiKey: key, client })).rejects.toMatchObject(suspended)
      for (const { key } of ended) expect(await refusalOf(admitCall({ apiKey: key, client }))).toEqual(unknown)
      expect(await refusalOf(admitCall({ apiKey: createKeyText(account), client }))).toEqual(unknown)
      await expect(admitCall({ member: await ownersCalls(account) })).rejects.toMatchObject(suspended)
      expect(await readUsage(account)).toMatchObject({ used: 2 })
      expect((await listKeys(account)).map(({ callsThisMonth }) => callsThisMonth).sort()).toEqual([0, 1, 1])
    })

    test('works as before once it is resumed; a second suspension keeps the first date', async () => {
      const account = await newAccount()
      await writeProfile(account, { plan: 'growth' })
      const { key } = await createKey(account, 'a', null)
      await admitCall({ apiKey: key })
      expect((await readProfile(account)).suspended).toBeNull()
      await setSuspended(account, { reason: 'Spam', by: 'o…@example.net' })
      const { suspended: since } = await readProfile(account)
      expect(Math.abs(Date.parse(since ?? '') - Date.now())).toBeLessThan(60_000)
      expect(await setSuspended(account, { reason: 'Spam', by: 'o…@example.net' })).toBe(false)
      expect(await readProfile(account)).toMatchObject({
        suspended: since,
        plan: 'growth',
        suspendedReason: 'Spam',
        suspendedBy: 'o…@example.net',
      })
      expect([await setSuspended(account, null), await setSuspended(account, null)]).toEqual([true, false])
      const after = await readProfile(account)
      expect([after.suspended, after.suspendedReason, after.suspendedBy]).toEqual([null, null, null])
      expect((await admitCall({ apiKey: key })).quota).toMatchObject({ limit: 10_000, remaining: 9_998 })
    })

    test('is checked in a call’s single round trip', async () => {
      const account = await newAccount()
      await setSuspended(account, { reason: 'Spam', by: 'o…@example.net' })
      const member = await ownersCalls(account)
      const call = () => expect(admitCall({ member })).rejects.toMatchObject(suspended)
      await call()
      const { roundTrips } = await store()
      const before = roundTrips.count
      await call()
      expect(roundTrips.count - before).toBe(1)
    })

    test('cannot make or rotate keys, but can rename and revoke existing keys', async () => {
      const account = await newAccount()
      const { id } = await createKey(account, 'a', null)
      await setSuspended(account, { reason: 'Spam', by: 'o…@example.net' })
      await expect(createKey(account, 'b', null)).rejects.toMatchObject(suspended)
      await expect(rotateKey(account, id, 1)).rejects.toMatchObject(suspended)
      await changeKey(account, id, { name: 'renamed' })
      expect(await listKeys(account)).toMatchObject([{ id, name: 'renamed', expires: null }])
      expect(await revokeKey(account, id)).toBe('renamed')
      await setSuspended(account, null)
      expect(await createKey(account, 'c', null)).toMatchObject({ id: expect.any(String) })
    })

    test('cannot make calls that start after the suspension is acknowledged, even under load', async () => {
      const account = await newAccount()
      await writeProfile(account, { plan: 'unlimited' })
      const { key } = await createKey(account, 'a', null)
      let acknowledged = false
      let admittedBefore = 0
      const late: string[] = []
      const caller = async (number: number) => {
        const client = () => ({ address: `198.51.${100 + number}.7` })
        for (let turn = 0; turn < 40; turn++) {
          const isLate = acknowledged
          const outcome = await admitCall({ apiKey: key, client }).then(
            () => 'admitted',
            ({ code }) => code,
          )
          if (isLate) late.push(outcome)
          else if (outcome === 'admitted') admittedBefore += 1
        }
      }
      const suspending = async () => {
        while (admittedBefore < 50) await new Promise(setImmediate)
        await setSuspended(account, { reason: 'Spam', by: 'o…@example.net' })
        acknowledged = true
      }
      await Promise.all([...Array.from({ length: 20 }, (_, number) => caller(number)), suspending()])
      expect(admittedBefore).toBeGreaterThanOrEqual(50)
      expect(late.length).toBeGreaterThan(0)
      expect(late).not.toContain('admitted')
    })
  })

  describe(`a plan granted by the operator, over ${transport}`, () => {
    test('applies from the next call onward', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      await admitCall({ apiKey: key })
      expect(await givePlan(account, 'scale', false)).toBe('starter')
      expect((await admitCall({ apiKey: key })).quota).toMatchObject({ limit: 100_000, remaining: 99_998 })
      expect(await givePlan(account, 'growth', false)).toBe('scale')
    })

    test('applies to an account with a subscription only if the operator explicitly overrides the subscription', async () => {
      const account = await newAccount()
      await writeProfile(account, { plan: 'growth', customerId: 'cus_1', subscriptionId: 'sub_1' })
      await expect(givePlan(account, 'scale', false)).rejects.toMatchObject({ code: 'invalid_request' })
      expect((await readProfile(account)).plan).toBe('growth')
      expect(await givePlan(account, 'scale', true)).toBe('growth')
      expect(await readProfile(account)).toMatchObject({ plan: 'scale', subscriptionId: 'sub_1' })
    })
  })

  describe(`an account’s calls in the last 30 days, over ${transport}`, () => {
    test('include each failed and rejected call once, by the code that its caller got', async () => {
      const account = await newAccount()
      const limited = async (limits: object) => (await createKey(account, 'Limited', null, limits)).key
      const counts = redisKeys(account).counts(monthOf(Date.now()))
      const { redis } = await store()
      const codes: string[] = []
      const rejected = async (apiKey: string) => {
        const { refused } = await admitCall({ apiKey })
        if (refused) codes.push(refused.code)
      }
      const plain = await limited({})
      const failed = await admitCall({ apiKey: plain })
      await Promise.all([failed.refund(true, 'listing_not_found'), failed.refund(true, 'listing_not_found')])
      const batch = await admitCalls(['resolve', 'convert', 'convert'], { apiKey: plain })
      await batch.refund([
        { index: 0, askedUpstream: false, code: 'no_listing_in_link' },
        { index: 2, askedUpstream: false, code: 'invalid_cid' },
      ])
      const once = await limited({ monthlyLimit: 1 })
      for (let time = 0; time < 3; time++) await rejected(once)
      const daily = await limited({ dailyLimit: 1 })
      for (let time = 0; time < 2; time++) await rejected(daily)
      const slow = await limited({ burstLimit: 1 })
      for (let time = 0; time < 2; time++) await rejected(slow)
      await redis.hset(counts, { [`${calendarDay(Date.now()).day}:failing`]: 1_000 })
      await rejected(plain)
      await redis.hset(counts, { [`${calendarDay(Date.now()).day}:failing`]: 0, used: 1_000 })
      await rejected(plain)
      expect(codes).toEqual([
        'key_quota_exhausted',
        'key_quota_exhausted',
        'key_quota_exhausted',
        'too_many_requests',
        'too_many_requests',
        'monthly_quota_exhausted',
      ])
      const { days, errors } = await readRecentCalls(account)
      expect(days).toEqual([{ date: new Date().toISOString().slice(0, 10), ok: 4, failed: 3, rejected: 6 }])
      expect(Object.fromEntries(errors.map(({ code, count }) => [code, count]))).toEqual({
        listing_not_found: 1,
        no_listing_in_link: 1,
        invalid_cid: 1,
        key_quota_exhausted: 3,
        too_many_requests: 2,
        monthly_quota_exhausted: 1,
      })
      // The account's own usage has only operations.
      expect(new Set((await readUsage(account)).days.map(({ operation }) => operation))).toEqual(
        new Set(['resolve', 'convert']),
      )
    })

    test('exclude calls with a test key', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'Test', null, { test: true, burstLimit: 1 })
      await (await admitCall({ apiKey: key })).refund(true, 'listing_not_found')
      expect((await admitCall({ apiKey: key })).refused?.code).toBe('too_many_requests')
      expect(await readRecentCalls(account)).toEqual({ days: [], errors: [] })
    })

    test('are read from all of their months, even if one of them is a short February', async () => {
      const account = await newAccount()
      const { redis } = await store()
      const { counts } = redisKeys(account)
      await redis.hset(counts('2027-01'), {
        '30:resolve:ok': 1,
        '30:invalid_cid': 1,
        '31:resolve:ok': 2,
        '31:invalid_cid': 4,
      })
      await redis.hset(counts('2027-02'), { '28:search:failed': 8, '28:listing_not_found': 8 })
      await redis.hset(counts('2027-03'), { '01:convert:ok': 16, '01:resolve:ok': 32, '01:resolve:rejected': 64 })
      const { days, errors } = await readRecentCalls(account, Date.UTC(2027, 2, 1, 23))
      expect(days).toEqual([
        { date: '2027-03-01', ok: 48, failed: 0, rejected: 64 },
        { date: '2027-02-28', ok: 0, failed: 8, rejected: 0 },
        { date: '2027-01-31', ok: 2, failed: 0, rejected: 0 },
      ])
      expect(errors).toEqual([
        { code: 'listing_not_found', count: 8 },
        { code: 'invalid_cid', count: 4 },
      ])
    })
  })

  test(`an account that does not exist cannot be suspended or get a plan, over ${transport}`, async () => {
    const { redis } = await store()
    const nobody = randomBase62(16)
    await expect(setSuspended(nobody, { reason: 'Spam', by: 'o…@example.net' })).rejects.toMatchObject(gone)
    await expect(givePlan(nobody, 'growth', true)).rejects.toMatchObject(gone)
    expect(await redis.exists(`{${nobody}}:profile`)).toBe(0)
  })
}
