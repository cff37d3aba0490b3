import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Refund } from '@/server/access/admission'
import { refundUncertain } from '@/server/access/refund'
import { StoreUnavailable } from '@/server/store/batch'

const quota = { authenticated: true, limit: 1_000, remaining: 1_000, resetSeconds: 0, windowSeconds: 0 }
const away = async (): Promise<Refund> => Promise.reject(new StoreUnavailable('away', false))
const answers = (refunded: boolean) => async (): Promise<Refund> => ({ refunded, quota })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)

test('a refund waits as long as the store is away', async () => {
  const attempt = vi.fn(away)
  refundUncertain(attempt)
  await minutes(30)
  expect(attempt.mock.calls.length).toBeGreaterThan(1_000)
  attempt.mockImplementation(answers(true))
  await minutes(1)
  const settled = attempt.mock.calls.length
  await minutes(10)
  expect(attempt).toHaveBeenCalledTimes(settled)
})

test('where the store knows nothing of the call, it is asked once more, when whatever was under way has arrived', async () => {
  const attempt = vi.fn(away)
  refundUncertain(attempt)
  await minutes(5)
  attempt.mockReset()
  attempt.mockImplementation(answers(false))
  await vi.advanceTimersByTimeAsync(14_000)
  expect(attempt).toHaveBeenCalledTimes(1)
  await minutes(10)
  expect(attempt).toHaveBeenCalledTimes(2)
})

test('a refund that fails for another reason is not tried for ever', async () => {
  const attempt = vi.fn(async (): Promise<Refund> => Promise.reject(new TypeError('a defect')))
  refundUncertain(attempt)
  await minutes(10)
  expect(attempt).toHaveBeenCalledTimes(1)
})
