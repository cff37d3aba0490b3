import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Admission } from '@/server/access/admission'
import { admit, type MeteredCall } from '@/server/access/admit'
import { createKeyText, randomBase62 } from '@/server/access/api-key'
import { createKey, listKeys, renameKey, revokeKey, rotateKey } from '@/server/access/key-store'
import { writeProfile } from '@/server/access/profile'
import { readUsage } from '@/server/access/usage'
import { handleApi } from '@/server/http/handle-api'
import { store } from '@/server/store/store'
import { spend } from '@/server/upstream/spending'
import { newAccount } from '../support/new-account'

let calls = 0

/** One call as a backend makes it. */
function keyCall(apiKey: string, more: Partial<MeteredCall> = {}): MeteredCall {
  calls += 1
  const client = () => ({ address: '192.0.2.1' })
  return { client, apiKey, accountId: null, operation: 'resolve', requestId: `call-${calls}`, ...more }
}

const remaining = ({ quota }: Admission) => quota.remaining
const invalid = { code: 'invalid_api_key' }

/** What must hold on every transport; the caller has pointed the environment at one. */
export function accessSuite(transport: string): void {
  afterEach(() => {
    vi.useRealTimers()
  })

  describe(`keys, over ${transport}`, () => {
    test('a key works at once, shows when it was used and how often, and is never told again', async () => {
      const account = await newAccount()
      const { key, id } = await createKey(account, 'Backend', null)
      expect(key).toMatch(/^pr_live_[0-9A-Za-z]{44}$/)
      expect(await admit(keyCall(key))).toMatchObject({ refused: null, quota: { authenticated: true, limit: 1000 } })
      const [listed] = await listKeys(account)
      expect(listed).toMatchObject({ id, name: 'Backend', expires: null, callsThisMonth: 1, start: key.slice(0, 28) })
      expect(Math.abs((listed?.lastUsed ?? 0) - Date.now() / 1000)).toBeLessThan(5)
      expect(JSON.stringify(listed)).not.toContain(key.slice(28))
    })

    test('nothing in the store is the key', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'Backend', null)
      const { redis } = await store()
      expect(JSON.stringify(await redis.hgetall(`{${account}}:keys`))).not.toContain(key.slice(-28))
    })

    test('a revoked key is refused from the next call on', async () => {
      const account = await newAccount()
      const { key, id } = await createKey(account, 'Backend', null)
      await admit(keyCall(key))
      await revokeKey(account, id)
      await expect(admit(keyCall(key))).rejects.toMatchObject(invalid)
      expect(await listKeys(account)).toEqual([])
    })

    test('an expired key is refused, to the second', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
      const { key } = await createKey(await newAccount(), 'Short', Date.UTC(2026, 10, 21, 0, 1) / 1000)
      vi.setSystemTime(Date.UTC(2026, 10, 21, 0, 0, 59))
      expect(await admit(keyCall(key))).toMatchObject({ refused: null })
      vi.setSystemTime(Date.UTC(2026, 10, 21, 0, 1))
      await expect(admit(keyCall(key))).rejects.toMatchObject(invalid)
    })

    test('a rotated key works on for the overlap, and the new one at once', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
      const account = await newAccount()
      const old = await createKey(account, 'Backend', null)
      const fresh = await rotateKey(account, old.id, 2)
      expect(await admit(keyCall(fresh.key))).toMatchObject({ refused: null })
      vi.setSystemTime(Date.UTC(2026, 10, 22, 23, 59))
      expect(await admit(keyCall(old.key))).toMatchObject({ refused: null })
      vi.setSystemTime(Date.UTC(2026, 10, 23))
      await expect(admit(keyCall(old.key))).rejects.toMatchObject(invalid)
      expect((await listKeys(account)).map(({ name }) => name)).toEqual(['Backend', 'Backend'])

      const third = await rotateKey(account, fresh.id, 0)
      await expect(admit(keyCall(fresh.key))).rejects.toMatchObject(invalid)
      expect(await admit(keyCall(third.key))).toMatchObject({ refused: null })
    })

    test("another account's key is not found, on every verb", async () => {
      const { key, id } = await createKey(await newAccount(), 'Mine', null)
      const stranger = await newAccount()
      const verbs = [renameKey(stranger, id, 'x'), revokeKey(stranger, id), rotateKey(stranger, id, 1)]
      for (const verb of verbs) await expect(verb).rejects.toMatchObject({ code: 'key_not_found' })
      expect(await admit(keyCall(key))).toMatchObject({ refused: null })
    })

    test('renaming keeps everything else, and any characters', async () => {
      const account = await newAccount()
      const { key, id } = await createKey(account, 'a', null)
      await renameKey(account, id, 'Büro "2" \\ 東京 🗺')
      expect(await listKeys(account)).toMatchObject([{ id, name: 'Büro "2" \\ 東京 🗺', expires: null }])
      expect(await admit(keyCall(key))).toMatchObject({ refused: null })
    })

    test('an account has at most 50 keys, however many are made at once', async () => {
      const account = await newAccount()
      const made = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => createKey(account, `${n}`, null)))
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
      const [first] = await listKeys(account)
      await expect(rotateKey(account, first?.id ?? '', 1)).rejects.toMatchObject({ code: 'too_many_keys' })
    })

    test('an unknown key and a key of another pepper are refused alike', async () => {
      const account = await newAccount()
      await createKey(account, 'Backend', null)
      await expect(admit(keyCall(createKeyText(account)))).rejects.toMatchObject(invalid)
      await expect(admit(keyCall(createKeyText(randomBase62(16))))).rejects.toMatchObject(invalid)
    })
  })

  describe(`admission, over ${transport}`, () => {
    test('takes exactly one round trip, burst guard included; none for a key with a wrong checksum', async () => {
      const { key } = await createKey(await newAccount(), 'Backend', null)
      const { roundTrips } = await store()
      const visitor = { ...keyCall(''), apiKey: null, client: () => ({ address: '192.0.2.77' }) }
      // The first call of each kind gives a Redis the scripts it has not met.
      await admit(keyCall(key))
      await admit(visitor)
      const before = roundTrips.count
      await admit(keyCall(key))
      expect(roundTrips.count - before).toBe(1)
      const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
      await expect(admit(keyCall(wrong))).rejects.toMatchObject(invalid)
      expect(roundTrips.count - before).toBe(1)
      await admit(visitor)
      expect(roundTrips.count - before).toBe(2)
    })

    test('a whole REST call takes that one round trip and no other', async () => {
      const { key } = await createKey(await newAccount(), 'Backend', null)
      const { roundTrips } = await store()
      const post = () =>
        handleApi(
          new Request('http://localhost/api/convert', {
            method: 'POST',
            headers: { 'x-api-key': key },
            body: '{"cid":"1"}',
          }),
          { address: '192.0.2.1' },
        )
      await post()
      const before = roundTrips.count
      expect((await post()).status).toBe(200)
      expect(roundTrips.count - before).toBe(1)
    })

    test('two keys of an account share its quota, and exactly 1,000 of 2,000 parallel calls are admitted', async () => {
      const account = await newAccount()
      const keys = await Promise.all([createKey(account, 'a', null), createKey(account, 'b', null)])
      const all = Array.from({ length: 2000 }, (_, n) => admit(keyCall(keys[n % 2]?.key ?? '')))
      const admitted = (await Promise.all(all)).filter(({ refused }) => refused === null)
      expect(admitted).toHaveLength(1000)
      expect(new Set(admitted.map(remaining)).size).toBe(1000)
      const used = await readUsage(account)
      expect(used.used).toBe(1000)
      expect(used.days.map(({ outcome, count }) => [outcome, count]).sort()).toEqual([
        ['ok', 1000],
        ['rejected', 1000],
      ])
    })

    test('failed calls make room for others: exactly the quota succeeds', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      const outcomes = await Promise.all(
        Array.from({ length: 900 }, async (_, n) => {
          const admission = await admit(keyCall(key))
          if (n % 3 === 0) await admission.refund()
          return n % 3 !== 0
        }),
      )
      const succeeded = outcomes.filter(Boolean).length
      expect(remaining(await admit(keyCall(key)))).toBe(1000 - succeeded - 1)
    })

    test('a call is refunded once, however often it is asked to', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      const kept = await admit(keyCall(key))
      const failed = await admit(keyCall(key))
      const refunds = await Promise.all([failed.refund(), failed.refund(), failed.refund()])
      expect(refunds.map(({ quota }) => quota.remaining)).toEqual([999, 999, 999])
      expect(refunds.map(({ refunded }) => refunded).sort()).toEqual([false, false, true])
      expect(remaining(kept)).toBe(999)
      expect(await readUsage(account)).toMatchObject({ used: 1 })
      expect((await listKeys(account))[0]?.callsThisMonth).toBe(1)
    })

    test('the quota begins anew with the month, in UTC; a refund goes to the month of its call', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 30, 23, 59, 59, 900) })
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      const late = await admit(keyCall(key))
      await admit(keyCall(key))
      expect(late.quota).toMatchObject({ remaining: 999, resetSeconds: Date.UTC(2026, 11, 1) / 1000 })
      expect(late.quota.windowSeconds).toBe(30 * 86_400)
      vi.setSystemTime(Date.UTC(2026, 11, 1))
      const next = await admit(keyCall(key))
      expect(next.quota).toMatchObject({ remaining: 999, resetSeconds: Date.UTC(2027, 0, 1) / 1000 })
      await late.refund()
      expect(await readUsage(account, '2026-11')).toMatchObject({ used: 1 })
      expect(await readUsage(account, '2026-12')).toMatchObject({ used: 1 })
      expect((await readUsage(account, '2026-11')).days).toContainEqual({
        day: 30,
        operation: 'resolve',
        outcome: 'ok',
        count: 1,
      })
    })

    test('a call that the store comes to too late is not counted; one that only seems late is counted once', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      await admit(keyCall(key))
      const deadline = vi.spyOn((await store()).clock, 'deadline')
      deadline.mockReturnValue(Date.now() - 60_000)
      await expect(admit(keyCall(key))).rejects.toMatchObject({ code: 'store_unavailable' })
      expect(await readUsage(account)).toMatchObject({ used: 1 })
      deadline.mockReset()
      deadline.mockReturnValueOnce(Date.now() - 60_000)
      expect(await admit(keyCall(key))).toMatchObject({ refused: null, quota: { remaining: 998 } })
      expect(await readUsage(account)).toMatchObject({ used: 2 })
      deadline.mockRestore()
    })

    test('a changed plan takes effect on the next call', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      await admit(keyCall(key))
      await writeProfile(account, { plan: 'growth' })
      expect((await admit(keyCall(key))).quota).toMatchObject({ limit: 10_000, remaining: 9_998 })
      await writeProfile(account, { plan: 'unlimited' })
      const { quota } = await admit(keyCall(key))
      expect(quota).toMatchObject({ authenticated: true, limit: null, remaining: null, resetSeconds: null })
    })

    test('a person who is signed in counts against the plan too', async () => {
      const account = await newAccount()
      const admission = await admit({ ...keyCall(''), apiKey: null, accountId: account })
      expect(admission).toMatchObject({ refused: null, quota: { authenticated: true, remaining: 999 } })
    })

    test('many invalid keys are slowed down; a valid key from the same address is not', async () => {
      const client = () => ({ address: '198.51.100.9' })
      const { key } = await createKey(await newAccount(), 'a', null)
      const guesses = Array.from({ length: 80 }, () => admit(keyCall(createKeyText(randomBase62(16)), { client })))
      const codes = (await Promise.allSettled(guesses)).map((guess) => guess.status === 'rejected' && guess.reason.code)
      expect(codes.filter((code) => code === 'invalid_api_key')).toHaveLength(60)
      expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(20)
      expect(await admit(keyCall(key, { client }))).toMatchObject({ refused: null })
    })
  })

  test(`what is asked of Google is counted for each caller, over ${transport}`, async () => {
    const limits = { dailyCap: 4, callerShare: 50 }
    const spendAs = (caller: string) => spend('details_enterprise', caller, limits).catch(({ code }) => code)
    const greedy = [await spendAs('greedy'), await spendAs('greedy'), await spendAs('greedy')]
    expect(greedy).toEqual([undefined, undefined, 'too_many_requests'])
    expect([await spendAs('other'), await spendAs('other')]).toEqual([undefined, undefined])
    expect(await spendAs('third')).toBe('upstream_unavailable')
  })

  describe(`the free quota, over ${transport}`, () => {
    const visit = (address: string) => admit({ ...keyCall(''), apiKey: null, client: () => ({ address }) })

    test('exactly five of two hundred at once, and refused calls do not stand in the way of a refund', async () => {
      const admissions = await Promise.all(Array.from({ length: 200 }, () => visit('203.0.113.1')))
      const admitted = admissions.filter(({ refused }) => refused === null)
      expect(admitted).toHaveLength(5)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect((await admitted[0]?.refund())?.quota.remaining).toBe(1)
      expect(await visit('203.0.113.1')).toMatchObject({ refused: null, quota: { remaining: 0 } })
      expect(await visit('203.0.113.1')).toMatchObject({
        refused: { code: 'free_quota_exhausted' },
        quota: { remaining: 0 },
      })
    })

    test('begins anew at midnight UTC; a refund goes to the day of its call', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 23, 59, 59, 990) })
      const late = await visit('203.0.113.2')
      expect(late.quota).toMatchObject({ remaining: 4, resetSeconds: Date.UTC(2026, 10, 22) / 1000 })
      vi.setSystemTime(Date.UTC(2026, 10, 22))
      expect((await visit('203.0.113.2')).quota.remaining).toBe(4)
      expect((await late.refund()).quota.remaining).toBe(5)
      expect((await visit('203.0.113.2')).quota.remaining).toBe(3)
    })
  })
}
