import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { countCall } from '@/server/entrances/trpc/metered'
import { finishCounts } from '@/server/metering/usage/count-calls'
import { readCallCounts } from '@/server/metering/usage/read-counts'
import { store } from '@/server/platform/store/store'
import { startLossyProxy } from '../support/lossy-proxy'
import { startRedisServer } from '../support/redis'

const redis = await startRedisServer()
const lossy = await startLossyProxy(redis.port)
process.env.REDIS_URL = `redis://127.0.0.1:${lossy.port}`

afterAll(async () => {
  await (await store()).close()
  lossy.stop()
  await redis.stop()
})

/** Returns the last second of a month. Each test uses a different month. */
const endOf = (year: number, month: number) => Date.UTC(year, month) - 1_000
const callsOf = async (month: string) => {
  const kinds = await readCallCounts(month)
  return Object.fromEntries(kinds.map(({ operation, outcome, calls }) => [`${operation}:${outcome}`, calls]))
}

function count(times: number, startedMs: number): void {
  for (let turn = 0; turn < times; turn++) {
    countCall(turn % 2 ? 'resolve' : 'convert', turn % 10 ? 'ok' : 'failed', startedMs)
  }
}

test('each call is counted once in its month, and the counts are stored for 400 days', async () => {
  const turn = endOf(2031, 4)
  count(1_000, turn)
  count(10, turn + 2_000)
  await finishCounts()
  expect(await callsOf('2031-04')).toEqual({ 'convert:failed': 100, 'convert:ok': 400, 'resolve:ok': 500 })
  expect(await callsOf('2031-05')).toEqual({ 'convert:failed': 1, 'convert:ok': 4, 'resolve:ok': 5 })
  const days = (await (await store()).redis.ttl('calls:2031-04')) / 86_400
  expect(days).toBeGreaterThan(399.9)
  expect(days).toBeLessThanOrEqual(400)
})

test('calls are not counted twice if the store’s response to the write is lost', async () => {
  const turn = endOf(2032, 4)
  count(10, turn)
  await finishCounts()
  lossy.loseAnswers()
  count(100, turn)
  const finished = finishCounts()
  await expect.poll(lossy.lost).toBeGreaterThan(0)
  count(10, turn)
  lossy.heal()
  await finished
  await finishCounts()
  expect(await callsOf('2032-04')).toEqual({ 'convert:failed': 12, 'convert:ok': 48, 'resolve:ok': 60 })
})

test('calls made while the store is down are counted after the store recovers', async () => {
  const turn = endOf(2033, 4)
  const ended = once(redis.process, 'exit')
  redis.process.kill('SIGKILL')
  await ended
  count(1_000, turn)
  const finished = finishCounts()
  await sleep(1_000)
  count(1_000, turn)
  await redis.restart()
  await finished
  await expect
    .poll(() =>
      finishCounts().then(
        () => callsOf('2033-04'),
        () => null,
      ),
    )
    .toEqual({
      'convert:failed': 200,
      'convert:ok': 800,
      'resolve:ok': 1_000,
    })
})

test('nothing is sent to the store if there were no calls', async () => {
  const { roundTrips } = await store()
  const before = roundTrips.count
  await finishCounts()
  expect(roundTrips.count).toBe(before)
})
