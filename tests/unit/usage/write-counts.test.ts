import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitUntil } from '@/server/platform/runtime/after-answer'

/** The writes sent to the store: the month's key, the write's number, and the calls. */
const written: Array<{ key: string; number: number; calls: Record<string, number> }> = []
let isAway = false
/** Whether the store adds the counts but its replies are lost. */
let losesAnswers = false

vi.mock('@/server/platform/store/store', () => ({
  runScript: async (_script: unknown, [key = '']: string[], [number, , , ...calls]: Array<string | number>) => {
    if (isAway) throw new Error('the store is away')
    const pairs = calls.flatMap((kind, at) => (at % 2 === 0 ? [[kind, calls[at + 1]]] : []))
    written.push({ key, number: Number(number), calls: Object.fromEntries(pairs) })
    if (losesAnswers) throw new Error('the answer was lost')
  },
}))

const start = Date.UTC(2026, 10, 30, 23, 59, 50)
let countCall: typeof import('@/server/entrances/trpc/metered').countCall
let finishCounts: typeof import('@/server/metering/usage/count-calls').finishCounts

beforeEach(async () => {
  vi.useFakeTimers({ now: start })
  vi.resetModules()
  ;({ countCall } = await import('@/server/entrances/trpc/metered'))
  ;({ finishCounts } = await import('@/server/metering/usage/count-calls'))
  written.length = 0
  isAway = false
  losesAnswers = false
})
afterEach(() => {
  waitUntil.value = undefined
  vi.useRealTimers()
})

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)
const call = () => countCall('resolve', 'ok', Date.now())

test('calls are written together, at most every ten seconds, and nothing is written without calls', async () => {
  await seconds(60)
  expect(written).toEqual([])
  for (let turn = 0; turn < 195; turn++) {
    countCall(turn % 2 ? 'search' : 'convert', turn % 5 ? 'ok' : 'failed', start)
    await seconds(0.1)
    expect(written.length).toBeLessThanOrEqual(turn < 99 ? 0 : 1)
  }
  await seconds(10)
  expect(written).toHaveLength(2)
  const sums: Record<string, number> = {}
  for (const { calls } of written) {
    for (const [kind, times] of Object.entries(calls)) sums[kind] = (sums[kind] ?? 0) + times
  }
  expect(sums).toEqual({ 'convert:failed': 20, 'convert:ok': 78, 'search:failed': 19, 'search:ok': 78 })
  await seconds(600)
  expect(written).toHaveLength(2)
})

test('a call counts in the month in which it started, no matter when it ends and is written', async () => {
  const cameMs = Date.now()
  await seconds(15)
  countCall('resolve', 'ok', cameMs)
  call()
  await seconds(20)
  const months = written.map(({ key, calls }) => ({ [key]: calls }))
  expect(months).toEqual([{ 'calls:2026-11': { 'resolve:ok': 1 } }, { 'calls:2026-12': { 'resolve:ok': 1 } }])
})

test('calls that could not be written are written once the store is back', async () => {
  isAway = true
  for (let turn = 0; turn < 40; turn++) {
    countCall('search', 'rejected', start)
    await seconds(1)
  }
  isAway = false
  await seconds(20)
  const sum = written.reduce((all, { calls }) => all + (calls['search:rejected'] ?? 0), 0)
  expect(sum).toBe(40)
  expect(written.length).toBeLessThanOrEqual(2)
})

test('an unconfirmed write is repeated unchanged, with the same number', async () => {
  vi.setSystemTime(start - 86_400_000)
  losesAnswers = true
  call()
  await seconds(11)
  call()
  losesAnswers = false
  await seconds(20)
  const [first, again, next] = written
  expect(again).toEqual(first)
  expect(next?.calls).toEqual({ 'resolve:ok': 1 })
  expect(next?.number).toBeGreaterThan(first?.number ?? 0)
  expect(written).toHaveLength(3)
})

test('a host that freezes the process is asked to wait, even for calls counted before the freeze', async () => {
  const host = vi.fn<(work: Promise<unknown>) => void>()
  waitUntil.value = host
  vi.setSystemTime(start - 86_400_000)
  call()
  await vi.advanceTimersByTimeAsync(0)
  call()
  expect(host).toHaveBeenCalledTimes(1)
  // The clock advances, but no timer fires.
  vi.setSystemTime(Date.now() + 3_600_000)
  call()
  expect(host).toHaveBeenCalledTimes(2)
  await host.mock.calls[1]?.[0]
  expect(written.map(({ calls }) => calls)).toEqual([{ 'resolve:ok': 1 }, { 'resolve:ok': 2 }])
})

test('a process that exits writes the rest immediately, and waits a few seconds for a store that is down', async () => {
  call()
  await finishCounts()
  expect(written).toHaveLength(1)

  isAway = true
  call()
  const finished = finishCounts()
  await seconds(3)
  isAway = false
  await seconds(1)
  await finished
  expect(written).toHaveLength(2)

  isAway = true
  call()
  const givenUp = finishCounts()
  await seconds(6)
  await givenUp
})
