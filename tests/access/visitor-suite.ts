import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLimiter } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { store } from '@/server/platform/store/store'
import { admitCall, admitCalls } from './admit-call'

/** Tests visitors, on any transport. */
export function visitorSuite(transport: string): void {
  afterEach(() => {
    vi.useRealTimers()
  })

  describe(`the free quota, over ${transport}`, () => {
    const visit = (address: string) => admitCall({ client: () => ({ address }) })

    test('admits exactly five of 200 parallel calls, and a refund allows exactly one more call', async () => {
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

    test('is counted as in @upstash/ratelimit, as one number that expires a day after the first call', async () => {
      const library = await createLimiter('free', limits.free)()
      const { redis } = await store()
      const addresses = ['203.0.113.4', '203.0.113.5']
      const day = Math.floor(Date.now() / 86_400_000)
      const ours = { client: () => ({ address: '203.0.113.4' }) }
      await admitCalls(['convert', 'convert'], ours)
      await library.limit('{203.0.113.5}', { rate: 2 })
      for (const address of addresses) {
        const key = `free:{${address}}:${day}`
        expect([await redis.get(key), await redis.ttl(key)]).toEqual([2, expect.closeTo(86_400, -1)])
        expect(await library.limit(`{${address}}`)).toMatchObject({ success: true, remaining: 2 })
        expect((await visit(address)).quota.remaining).toBe(1)
      }
    })

    test('resets at midnight UTC; a refund applies to the day of its call', async () => {
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
