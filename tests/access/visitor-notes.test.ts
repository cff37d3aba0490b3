import { afterEach, expect, test, vi } from 'vitest'
import { admitVisitor } from '@/server/metering/access/admit-visitor'
import { refundFailed } from '@/server/metering/access/refund'
import { store } from '@/server/platform/store/store'
import { withStore } from './environment'

withStore({ FREE_DAILY_QUOTA: '1000000' })
afterEach(() => {
  vi.useRealTimers()
})

const client = { address: '192.0.2.7' }
const call = { operation: 'convert', asksUpstream: false }

test('the sets of call ids stored for a visitor do not grow with every call', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) })
  const { redis } = await store()
  for (let minute = 0; minute < 60; minute++) {
    vi.setSystemTime(Date.UTC(2026, 10, 21, 12, minute))
    await admitVisitor(client, [{ ...call, callId: `call-${minute}` }])
  }
  const notes = await redis.keys('free:{192.0.2.7}:counted*')
  const sizes = await Promise.all(notes.map((key) => redis.scard(key)))
  expect(Math.max(...sizes)).toBe(5)
})

test('a visitor’s call is refunded even minutes later', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 12, 4) })
  const admissions = await admitVisitor(client, [{ ...call, callId: 'late' }])
  vi.setSystemTime(Date.UTC(2026, 10, 22, 12, 6))
  const { remaining } = await refundFailed(admissions, [{ index: 0, askedUpstream: false }])
  expect(remaining).toBe((admissions.quota.remaining ?? 0) + 1)
})
