import { describe, expect, test } from 'vitest'
import type { Admission } from '@/server/metering/access/admission'
import type { KeyLimits } from '@/server/metering/access/key-limits'
import { listKeys } from '@/server/metering/access/key-list'
import { changeKey, createKey, rotateKey } from '@/server/metering/access/key-store'
import { currentUsage, readUsage } from '@/server/metering/usage/account-usage'
import { newAccount } from '../support/new-account'
import { admitCall } from './admit-call'

const codeOf = ({ refused }: Admission) => refused?.code ?? null
const tally = (codes: Array<string | null>, code: string | null) => codes.filter((one) => one === code).length

async function limitedKey(limits: Partial<KeyLimits> & { test?: boolean }) {
  const account = await newAccount()
  return { account, ...(await createKey(account, 'Limited', null, limits)) }
}

/** Tests API key limits, on any transport. */
export function limitsSuite(transport: string): void {
  describe(`a key’s limits, over ${transport}`, () => {
    test('admit exactly the key’s and the plan’s quota in 2,000 parallel calls, even after refunds', async () => {
      const { account, key, id } = await limitedKey({ monthlyLimit: 300 })
      const other = await createKey(account, 'Other', null)
      const used = (keyId: string) => listKeys(account).then((keys) => keys.find((one) => one.id === keyId))
      const all = Array.from({ length: 2_000 }, (_, n) => admitCall({ apiKey: n % 2 ? key : other.key }))
      const admissions = await Promise.all(all)
      const codes = (own: boolean) => admissions.filter((_, n) => (n % 2 === 1) === own).map(codeOf)
      expect(tally(codes(true), null) + tally(codes(false), null)).toBe(1_000)
      expect(tally(codes(true), null)).toBe(300)
      expect(tally(codes(true), 'key_quota_exhausted')).toBe(700)
      expect(tally(codes(false), 'monthly_quota_exhausted')).toBe(300)
      expect(await readUsage(account)).toMatchObject({ used: 1_000 })

      // A failed call is refunded to the key and the plan.
      const failed = admissions.filter((one, n) => n % 2 === 1 && one.refused === null).slice(0, 100)
      await Promise.all(failed.flatMap((one) => [one.refund(), one.refund()]))
      expect(await used(id)).toMatchObject({ callsThisMonth: 200 })
      expect(await readUsage(account)).toMatchObject({ used: 900 })
      const again = await Promise.all(Array.from({ length: 150 }, () => admitCall({ apiKey: key })))
      expect(tally(again.map(codeOf), null)).toBe(100)
      expect(await readUsage(account)).toMatchObject({ used: 1_000 })
    })

    test('report the key’s or the plan’s quota, whichever has less left', async () => {
      const { account, key, id } = await limitedKey({ monthlyLimit: 2 })
      const live = { authenticated: true, policy: 'key', limit: 2 }
      expect((await admitCall({ apiKey: key })).quota).toMatchObject({ ...live, remaining: 1 })
      const second = await admitCall({ apiKey: key })
      expect(second.quota).toMatchObject({ ...live, remaining: 0 })
      const third = await admitCall({ apiKey: key })
      expect([codeOf(third), third.quota.limit, third.quota.remaining]).toEqual(['key_quota_exhausted', 2, 0])
      expect((await second.refund()).quota).toMatchObject({ ...live, remaining: 1 })
      await changeKey(account, id, { monthlyLimit: 5_000 })
      expect((await admitCall({ apiKey: key })).quota).toMatchObject({
        policy: 'monthly',
        limit: 1_000,
        remaining: 998,
      })
      await changeKey(account, id, { monthlyLimit: null })
      expect((await admitCall({ apiKey: key })).quota).toMatchObject({ policy: 'monthly', remaining: 997 })
      expect(await listKeys(account)).toMatchObject([{ monthlyLimit: null, callsThisMonth: 3 }])
    })

    test('are checked in order: key, address, operation, burst, and monthly limit; a call with the wrong address or operation does not count', async () => {
      const { account, key, id } = await limitedKey({
        operations: ['convert'],
        addresses: ['192.0.2.0/24'],
        burstLimit: 2,
        monthlyLimit: 1,
      })
      const within = { apiKey: key, client: () => ({ address: '192.0.2.9' }), operation: 'convert' }
      const elsewhere = { ...within, client: () => ({ address: '198.51.100.1' }), operation: 'resolve' }
      await expect(admitCall(elsewhere)).rejects.toMatchObject({ code: 'address_not_allowed' })
      await expect(admitCall({ ...within, operation: 'resolve' })).rejects.toMatchObject({
        code: 'operation_not_allowed',
      })
      expect((await readUsage(account)).days).toEqual([])
      expect(codeOf(await admitCall(within))).toBeNull()
      expect(codeOf(await admitCall(within))).toBe('key_quota_exhausted')
      expect(codeOf(await admitCall(within))).toBe('too_many_requests')
      await changeKey(account, id, { expires: Math.floor(Date.now() / 1000) - 1 })
      await expect(admitCall(elsewhere)).rejects.toMatchObject({ code: 'invalid_api_key' })
    })

    test('include the key’s operations, so no second lookup is needed', async () => {
      const { account, key, id } = await limitedKey({ operations: ['usage', 'search'] })
      const operations = async (caller: object) => (await admitCall({ ...caller, operation: 'key' })).operations
      expect(await operations({ apiKey: key })).toEqual(['search', 'usage'])
      await changeKey(account, id, { operations: null })
      expect(await operations({ apiKey: key })).toBeNull()
      expect(await operations({ accountId: account })).toBeNull()
    })

    test('allow single addresses and ranges, in IPv4 and IPv6', async () => {
      const ranges = ['203.0.113.7', '198.51.100.128/25', '2001:db8:1::/48', '::/128']
      const { key } = await limitedKey({ addresses: ranges })
      const from = (address: string) =>
        admitCall({ apiKey: key, client: () => ({ address }) }).then(codeOf, ({ code }) => code)
      for (const address of ['203.0.113.7', '198.51.100.200', '2001:db8:1:ff::5', '::', '::ffff:203.0.113.7']) {
        expect([address, await from(address)]).toEqual([address, null])
      }
      for (const address of ['203.0.113.8', '198.51.100.127', '2001:db8:2::', '::1', 'local']) {
        expect([address, await from(address)]).toEqual([address, 'address_not_allowed'])
      }
    })

    test('apply to the new key after a rotation', async () => {
      const { account, key, id } = await limitedKey({ operations: ['usage'], addresses: ['::1'], test: true })
      const limits = { operations: ['usage'], addresses: ['::1'], monthlyLimit: null, burstLimit: null }
      const fresh = await rotateKey(account, id, 1)
      expect(fresh.key).toMatch(/^pr_test_/)
      expect(await listKeys(account)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...limits, id: fresh.id, test: true, replaces: id, start: fresh.key.slice(0, 28) }),
          expect.objectContaining({ ...limits, id, test: true, replaces: null, start: key.slice(0, 28) }),
        ]),
      )
    })

    test('a test key’s calls do not count against the plan, and reading the usage is free', async () => {
      const { account, key } = await limitedKey({ test: true })
      const live = await createKey(account, 'Live', null, { operations: ['usage'] })
      const admission = await admitCall({ apiKey: key })
      await admitCall({ apiKey: key })
      expect(admission.quota).toMatchObject({ policy: 'test', limit: null, remaining: null })
      expect((await admission.refund()).refunded).toBe(true)
      for (let time = 0; time < 3; time++) {
        const read = await admitCall({ apiKey: live.key, operation: 'usage' })
        expect(read).toMatchObject({ refused: null, quota: { limit: 1_000, remaining: 1_000 } })
      }
      await admitCall({ apiKey: live.key, operation: 'key' })
      const usage = await currentUsage(account)
      expect(usage).toMatchObject({ used: 0, remaining: 1_000, other: 0 })
      expect(usage.operations.every(({ ok, failed, rejected }) => ok + failed + rejected === 0)).toBe(true)
      expect(usage.keys.map(({ name, used, test }) => [name, used, test]).sort()).toEqual([
        ['Limited', 1, true],
        ['Live', 0, false],
      ])
      expect((await listKeys(account)).every(({ lastUsed }) => lastUsed !== null)).toBe(true)
    })

    test('a test key cannot have a monthly limit', async () => {
      const refused = { code: 'invalid_request', errors: [{ pointer: '/monthlyLimit' }] }
      await expect(limitedKey({ test: true, monthlyLimit: 5 })).rejects.toMatchObject(refused)
      const { account, id } = await limitedKey({ test: true })
      await expect(changeKey(account, id, { monthlyLimit: 5 })).rejects.toMatchObject(refused)
      await changeKey(account, id, { monthlyLimit: null, burstLimit: 5 })
      expect(await listKeys(account)).toMatchObject([{ burstLimit: 5 }])
    })
  })
}
