import { describe, expect, test } from 'vitest'
import type { Admissions } from '@/server/metering/access/admission'
import { monthOf } from '@/server/metering/access/calendar'
import { listKeys } from '@/server/metering/access/key-list'
import { changeKey, createKey } from '@/server/metering/access/key-store'
import { writeProfile } from '@/server/metering/access/profile'
import { refundFailed } from '@/server/metering/access/refund'
import { readCounts, readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { newAccount, ownersCalls } from '../support/new-account'
import { admitCall, admitCalls } from './admit-call'

const codesOf = ({ outcomes }: Admissions) => outcomes.map(({ refused }) => refused?.code ?? null)
const remainingOf = ({ outcomes }: Admissions) => outcomes.map(({ quota }) => quota.remaining)
const admittedOf = (all: readonly Admissions[]) => all.flatMap(codesOf).filter((code) => code === null).length
const resolves = (calls: number) => Array.from({ length: calls }, () => 'resolve')
const mixed = (calls: number) =>
  Array.from({ length: calls }, (_, at) => ['resolve', 'convert', 'search'][at % 3] ?? '')

async function accountWithKey(limits = {}) {
  const account = await newAccount()
  return { account, ...(await createKey(account, 'Batches', null, limits)) }
}

/** Returns this month's counts, excluding bursts and times. */
async function countsOf(account: string, keyId: string) {
  const counts = Object.entries(await readCounts(account, monthOf(Date.now())))
  const named = counts.map(([field, count]) => [field.replace(keyId, 'key'), count] as const)
  return Object.fromEntries(named.filter(([field]) => !/burst|seen|counted$/.test(field)))
}

let visitors = 0
const newVisitor = () => {
  const address = `198.18.1.${visitors++}`
  return { client: () => ({ address }) }
}

/** Tests batches, on any transport. */
export function batchSuite(transport: string): void {
  describe(`a batch, over ${transport}`, () => {
    test('takes exactly one round trip, including the burst guard, and one more round trip for all refunds', async () => {
      const { key } = await accountWithKey()
      const { roundTrips } = await store()
      for (const caller of [{ apiKey: key }, newVisitor()]) {
        // The first batch of each kind loads its scripts into Redis.
        await refundFailed(await admitCalls(mixed(100), caller), [{ index: 0, askedUpstream: true }])
        const before = roundTrips.count
        const admissions = await admitCalls(mixed(100), caller)
        expect(roundTrips.count - before).toBe(1)
        const failed = Array.from({ length: 50 }, (_, at) => ({ index: 2 * at, askedUpstream: false }))
        await refundFailed(admissions, failed)
        expect(roundTrips.count - before).toBe(2)
      }
    })

    test('counts like the same calls made one by one, including refunds', async () => {
      const [one, other] = [await accountWithKey(), await accountWithKey()]
      const operations = mixed(70)
      const alone = []
      for (const operation of operations) alone.push(await admitCall({ apiKey: one.key, operation }))
      const admissions = await admitCalls(operations, { apiKey: other.key })
      expect(remainingOf(admissions)).toEqual(alone.map(({ quota }) => quota.remaining))
      expect(await countsOf(other.account, other.id)).toEqual(await countsOf(one.account, one.id))
      const failed = [3, 4, 5, 9, 40, 69].map((index) => ({ index, askedUpstream: index % 3 !== 1 }))
      for (const { index, askedUpstream } of failed) await alone[index]?.refund(askedUpstream)
      expect(await refundFailed(admissions, failed)).toMatchObject({ limit: 1_000, remaining: 936 })
      expect(await countsOf(other.account, other.id)).toEqual(await countsOf(one.account, one.id))
      expect(await listKeys(other.account)).toMatchObject([{ callsThisMonth: 64, lastUsed: expect.any(Number) }])
    })

    test('shares the quota: of 40 parallel batches of 50 and 500 single calls, exactly 1,000 calls are admitted', async () => {
      const { account, key } = await accountWithKey()
      const [all, single] = await Promise.all([
        Promise.all(Array.from({ length: 40 }, () => admitCalls(mixed(50), { apiKey: key }))),
        Promise.all(Array.from({ length: 500 }, () => admitCall({ apiKey: key }))),
      ])
      const quotas = [
        ...all.flatMap(({ outcomes }) => outcomes.filter(({ refused }) => refused === null)),
        ...single.filter(({ refused }) => refused === null),
      ].map(({ quota }) => quota.remaining)
      expect(quotas.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 1_000 }, (_, left) => left))
      const usage = await readUsage(account)
      const sum = (outcome: string) =>
        usage.days.filter((day) => day.outcome === outcome).reduce((calls, { count }) => calls + count, 0)
      expect([usage.used, sum('ok'), sum('rejected')]).toEqual([1_000, 1_000, 1_500])
    })

    test('refunds each failed call only once, even if the refund is repeated', async () => {
      const { account, key } = await accountWithKey()
      const succeeded = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const admissions = await admitCalls(mixed(40), { apiKey: key })
          const failed = [0, 1, 7, 12, 39].map((index) => ({ index, askedUpstream: false }))
          await Promise.all([refundFailed(admissions, failed), refundFailed(admissions, failed)])
          return admittedOf([admissions]) - failed.length
        }),
      )
      const used = succeeded.reduce((calls, more) => calls + more, 0)
      expect(used).toBe(20 * 35)
      expect(await readUsage(account)).toMatchObject({ used })
      const rest = await Promise.all(Array.from({ length: 10 }, () => admitCalls(mixed(50), { apiKey: key })))
      expect(admittedOf(rest)).toBe(1_000 - used)
    })

    test('fails only for calls that exceed the quota or the burst limit, or that its key does not allow', async () => {
      const { account, key, id } = await accountWithKey({ operations: ['resolve', 'convert'], monthlyLimit: 4 })
      const operations = ['resolve', 'search', 'convert', 'convert', 'search', 'resolve', 'convert']
      const admissions = await admitCalls(operations, { apiKey: key })
      const [notAllowed, used] = ['operation_not_allowed', 'key_quota_exhausted']
      expect(codesOf(admissions)).toEqual([null, notAllowed, null, null, notAllowed, null, used])
      expect(remainingOf(admissions)).toEqual([3, 3, 2, 1, 1, 0, 0])
      expect(admissions.quota).toMatchObject({ policy: 'key', limit: 4, remaining: 0 })
      expect(await countsOf(account, id)).toMatchObject({ used: 4, 'key:used': 4 })
      await changeKey(account, id, { operations: ['search'], monthlyLimit: null, burstLimit: 12 })
      expect(codesOf(await admitCalls(['resolve', 'convert'], { apiKey: key }))).toEqual([notAllowed, notAllowed])
      const fast = codesOf(await admitCalls(Array(20).fill('search'), { apiKey: key }))
      expect(fast).toEqual([...Array(12).fill(null), ...Array(8).fill('too_many_requests')])
      expect(await readUsage(account)).toMatchObject({ used: 16 })
    })

    test('makes conversions but no lookups after too many failed lookups that day', async () => {
      const { account, key } = await accountWithKey()
      await writeProfile(account, { plan: 'starter' })
      const first = await admitCalls(resolves(100), { apiKey: key })
      await refundFailed(
        first,
        resolves(100).map((_, index) => ({ index, askedUpstream: true })),
      )
      const next = await admitCalls(['resolve', 'convert', 'search'], { apiKey: key })
      expect(codesOf(next)).toEqual(['too_many_requests', null, 'too_many_requests'])
    })

    test('is rejected as a whole if its key is unknown or not allowed from this address', async () => {
      const { key } = await accountWithKey({ addresses: ['203.0.113.0/24'] })
      await expect(admitCalls(mixed(3), { apiKey: key })).rejects.toMatchObject({ code: 'address_not_allowed' })
      await expect(admitCalls(mixed(3), { apiKey: 'pr_live_none' })).rejects.toMatchObject({ code: 'invalid_api_key' })
      await expect(admitCalls([], { apiKey: key })).rejects.toMatchObject({ code: 'address_not_allowed' })
    })

    test('does not count against the plan if its key is a test key, or if the batch is empty', async () => {
      const { account, key } = await accountWithKey({ test: true })
      expect(codesOf(await admitCalls(mixed(100), { apiKey: key }))).toEqual(Array(100).fill(null))
      const live = await createKey(account, 'Live', null)
      const none = await admitCalls([], { apiKey: live.key })
      expect([codesOf(none), none.quota]).toMatchObject([[null], { limit: 1_000, remaining: 1_000 }])
      expect(await readUsage(account)).toMatchObject({ used: 0, days: [] })
    })

    test('counts against the plan if a signed-in user sends it', async () => {
      const accountId = await newAccount()
      const admissions = await admitCalls(mixed(6), { member: await ownersCalls(accountId) })
      expect(admissions).toMatchObject({ caller: accountId, keyId: null, quota: { remaining: 994 } })
      expect(await readUsage(accountId)).toMatchObject({ used: 6 })
    })

    test('counts against a visitor’s daily quota: of ten parallel batches and 20 single calls, five calls are admitted', async () => {
      const visitor = newVisitor()
      const [all, single] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => admitCalls(mixed(20), visitor))),
        Promise.all(Array.from({ length: 20 }, () => admitCall(visitor))),
      ])
      const admitted = admittedOf(all) + single.filter(({ refused }) => refused === null).length
      expect(admitted).toBe(5)
      const refused = all.flatMap(codesOf).filter((code) => code !== null)
      expect(new Set(refused)).toEqual(new Set(['free_quota_exhausted']))
    })

    test('is refunded to a visitor call by call, each call only once', async () => {
      const visitor = newVisitor()
      const admissions = await admitCalls(mixed(7), visitor)
      expect(codesOf(admissions)).toEqual([...Array(5).fill(null), ...Array(2).fill('free_quota_exhausted')])
      expect(remainingOf(admissions)).toEqual([4, 3, 2, 1, 0, 0, 0])
      const failed = [1, 3].map((index) => ({ index, askedUpstream: true }))
      expect(await refundFailed(admissions, failed)).toMatchObject({ remaining: 2 })
      expect(await refundFailed(admissions, failed)).toMatchObject({ remaining: 2 })
      expect(codesOf(await admitCalls(mixed(3), visitor))).toEqual([null, null, 'free_quota_exhausted'])
      expect(await admitCalls([], visitor)).toMatchObject({ outcomes: [{ refused: null }], quota: { remaining: 0 } })
    })
  })
}
