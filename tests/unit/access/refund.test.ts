import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Refund } from '@/server/metering/access/admission'
import { finishRefunds, refundUncertain } from '@/server/metering/access/refund'
import { StoreUnavailable } from '@/server/platform/store/unavailable'

const quota = {
  authenticated: true,
  policy: 'monthly' as const,
  limit: 1_000,
  remaining: 1_000,
  resetSeconds: 0,
  windowSeconds: 0,
}
const away = async (): Promise<Refund> => Promise.reject(new StoreUnavailable('away', false))
const answers = (refunded: boolean) => async (): Promise<Refund> => ({ refunded, quota })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)

test('a refund is retried for as long as the store is down, and no longer', async () => {
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

test('a refund is retried after a pause if the store has no record of the call', async () => {
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

test('a process that exits waits a few seconds for a store that is down', async () => {
  const attempts = [vi.fn(away), vi.fn(answers(true))]
  for (const attempt of attempts) refundUncertain(attempt)
  const finished = finishRefunds()
  await vi.advanceTimersByTimeAsync(2_000)
  attempts[0]?.mockImplementation(answers(true))
  await vi.advanceTimersByTimeAsync(1_000)
  await finished
  const times = attempts.map(({ mock }) => mock.calls.length)
  expect(times[0]).toBeGreaterThan(1)
  expect(times[1]).toBe(1)
  await minutes(1)
  expect(attempts.map(({ mock }) => mock.calls.length)).toEqual(times)
})

test('a process that exits does not wait forever for the store', async () => {
  refundUncertain(away)
  const finished = finishRefunds()
  await vi.advanceTimersByTimeAsync(6_000)
  await finished
})

test('a refund that fails because of a bug is not retried', async () => {
  const attempt = vi.fn(async (): Promise<Refund> => Promise.reject(new TypeError('a defect')))
  refundUncertain(attempt)
  await minutes(10)
  expect(attempt).toHaveBeenCalledTimes(1)
})

test('refunds for a cluster node that is down do not delay other refunds', async () => {
  const stuck = Array.from({ length: 500 }, () => vi.fn(away))
  for (const attempt of stuck) refundUncertain(attempt)
  const other = vi.fn(answers(true))
  refundUncertain(other)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(other).toHaveBeenCalledTimes(1)
  for (const attempt of stuck) attempt.mockImplementation(answers(true))
  await minutes(1)
})
