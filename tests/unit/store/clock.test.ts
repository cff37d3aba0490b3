import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStoreClock, readTime } from '@/server/platform/store/clock'

/** Makes a local clock and a store clock that is ahead of it. Replies take a while. */
function clocks(aheadMs: number) {
  const ours = { nowMs: 1_000 }
  const clock = createStoreClock(1_000, () => ours.nowMs)
  return {
    clock,
    storeMs: () => ours.nowMs + aheadMs,
    wait: (ms: number) => {
      ours.nowMs += ms
    },
    answer(travelMs: number) {
      const storeMs = ours.nowMs + aheadMs
      ours.nowMs += travelMs
      clock.learn(storeMs)
    },
  }
}

test('a script’s deadline is 0.4 to 0.8 seconds ahead on the store’s clock', () => {
  const millis = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.array(fc.tuple(millis(30_000), millis(400)), { minLength: 1 }),
      (aheadMs, answers) => {
        const { clock, storeMs, wait, answer } = clocks(aheadMs)
        for (const [pauseMs, travelMs] of answers) {
          wait(pauseMs)
          answer(travelMs)
          const left = clock.deadline() - storeMs()
          expect(left).toBeLessThanOrEqual(800)
          expect(left).toBeGreaterThanOrEqual(800 - 400 - 1)
        }
      },
    ),
  )
})

test('old measurements expire, so deadlines follow a store clock that was set back', () => {
  const ours = { nowMs: 0 }
  const clock = createStoreClock(1_000, () => ours.nowMs)
  clock.learn(5_000)
  expect(clock.deadline()).toBe(5_800)
  // The store's clock was set back by two seconds.
  for (let answers = 0; answers < 30; answers++) {
    ours.nowMs += 1_000
    clock.learn(ours.nowMs + 3_000)
  }
  expect(clock.deadline()).toBe(ours.nowMs + 3_800)
})

test('deadlines immediately follow a store clock that was set forward', () => {
  const ours = { nowMs: 0 }
  const clock = createStoreClock(1_000, () => ours.nowMs)
  clock.learn(5_000)
  clock.learn(65_000)
  expect(clock.deadline()).toBe(65_800)
})

test('a script’s deadline is 80% of the caller’s timeout, and at most 0.8 seconds', () => {
  for (const [timeoutMs, patienceMs] of [
    [100, 80],
    [60_000, 800],
  ] as const) {
    const clock = createStoreClock(timeoutMs, () => 0)
    clock.learn(5_000)
    expect(clock.deadline()).toBe(5_000 + patienceMs)
  }
})

test('the store’s time is read from text or numbers, and anything else is an error', () => {
  expect(readTime(['1795800000', '250000'])).toBe(1_795_800_000_250)
  expect(readTime([1795800000, 250000])).toBe(1_795_800_000_250)
  for (const reply of [null, [], ['1795800000'], ['now', '0']]) expect(() => readTime(reply)).toThrow('expected a time')
})
