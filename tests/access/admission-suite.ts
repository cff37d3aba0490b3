import { afterEach, describe, expect, test, vi } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import type { Admission } from '@/server/metering/access/admission'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { listKeys } from '@/server/metering/access/key-list'
import { createKey } from '@/server/metering/access/key-store'
import { writeProfile } from '@/server/metering/access/profile'
import { readUsage } from '@/server/metering/usage/account-usage'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { newAccount, ownersCalls } from '../support/new-account'
import { admitCall } from './admit-call'

const remaining = ({ quota }: Admission) => quota.remaining
const invalid = { code: 'invalid_api_key' }

/** Tests an account's calls, on any transport. */
export function admissionSuite(transport: string): void {
  afterEach(() => {
    vi.useRealTimers()
  })

  describe(`admission, over ${transport}`, () => {
    test('takes exactly one round trip, including the burst guard, and no round trip for a key with a wrong checksum', async () => {
      const { key } = await createKey(await newAccount(), 'Backend', null)
      const { roundTrips } = await store()
      const visitor = { client: () => ({ address: '192.0.2.77' }) }
      // The first call of each kind loads its scripts into Redis.
      await admitCall({ apiKey: key })
      await admitCall(visitor)
      const before = roundTrips.count
      await admitCall({ apiKey: key })
      expect(roundTrips.count - before).toBe(1)
      const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
      await expect(admitCall({ apiKey: wrong })).rejects.toMatchObject(invalid)
      expect(roundTrips.count - before).toBe(1)
      await admitCall(visitor)
      expect(roundTrips.count - before).toBe(2)
    })

    test('a whole REST call takes exactly one round trip to the store', async () => {
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
      // The first call with a new key is also stored, because the owner waits for it.
      await post()
      await finishWork()
      const before = roundTrips.count
      expect((await post()).status).toBe(200)
      expect(roundTrips.count - before).toBe(1)
    })

    test('a call is refunded only once, even if the refund is requested several times', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      const notRefunded = await admitCall({ apiKey: key })
      const failed = await admitCall({ apiKey: key })
      const refunds = await Promise.all([failed.refund(), failed.refund(), failed.refund()])
      expect(refunds.map(({ quota }) => quota.remaining)).toEqual([999, 999, 999])
      expect(refunds.map(({ refunded }) => refunded).sort()).toEqual([false, false, true])
      expect(remaining(notRefunded)).toBe(999)
      expect(await readUsage(account)).toMatchObject({ used: 1 })
      expect((await listKeys(account))[0]?.callsThisMonth).toBe(1)
    })

    test('the quota resets at the start of the month in UTC; a refund applies to the month of its call', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 30, 23, 59, 59, 900) })
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      const late = await admitCall({ apiKey: key })
      await admitCall({ apiKey: key })
      expect(late.quota).toMatchObject({ remaining: 999, resetSeconds: Date.UTC(2026, 11, 1) / 1000 })
      expect(late.quota.windowSeconds).toBe(30 * 86_400)
      vi.setSystemTime(Date.UTC(2026, 11, 1))
      const next = await admitCall({ apiKey: key })
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

    test('a call that reaches the store after its deadline is not counted, and a call that only seems late is counted once', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      await admitCall({ apiKey: key })
      const deadline = vi.spyOn((await store()).clock, 'deadline')
      deadline.mockReturnValue(Date.now() - 60_000)
      await expect(admitCall({ apiKey: key })).rejects.toMatchObject({ code: 'store_unavailable' })
      expect(await readUsage(account)).toMatchObject({ used: 1 })
      deadline.mockReset()
      deadline.mockReturnValueOnce(Date.now() - 60_000)
      expect(await admitCall({ apiKey: key })).toMatchObject({ refused: null, quota: { remaining: 998 } })
      expect(await readUsage(account)).toMatchObject({ used: 2 })
      deadline.mockRestore()
    })

    test('a changed plan takes effect on the next call', async () => {
      const account = await newAccount()
      const { key } = await createKey(account, 'a', null)
      await admitCall({ apiKey: key })
      await writeProfile(account, { plan: 'growth' })
      expect((await admitCall({ apiKey: key })).quota).toMatchObject({ limit: 10_000, remaining: 9_998 })
      await writeProfile(account, { plan: 'unlimited' })
      const { quota } = await admitCall({ apiKey: key })
      expect(quota).toMatchObject({ authenticated: true, limit: null, remaining: null, resetSeconds: null })
    })

    test('a signed-in user’s calls count against the plan too', async () => {
      const account = await newAccount()
      const admission = await admitCall({ member: await ownersCalls(account) })
      expect(admission).toMatchObject({ refused: null, quota: { authenticated: true, remaining: 999 } })
    })

    test('after 60 invalid keys an address is rate-limited, but a valid key from it is still admitted', async () => {
      const client = () => ({ address: '198.51.100.9' })
      const { key } = await createKey(await newAccount(), 'a', null)
      const guesses = Array.from({ length: 80 }, () => admitCall({ apiKey: createKeyText(randomBase62(16)), client }))
      const codes = (await Promise.allSettled(guesses)).map((guess) => guess.status === 'rejected' && guess.reason.code)
      expect(codes.filter((code) => code === 'invalid_api_key')).toHaveLength(60)
      expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(20)
      expect(await admitCall({ apiKey: key, client })).toMatchObject({ refused: null })
    })
  })
}
