import { expect, test } from 'vitest'
import { checkWords, costWords, laneWords, runningWords, watchlistWords } from '@/components/operator/overview-words'

test('a cost is never rounded down', () => {
  expect(costWords(0)).toBe('$0.00')
  expect(costWords(12.5)).toBe('$0.13')
  expect(costWords(123_456)).toBe('$1,234.56')
})

test('uptime is shown in a single unit', () => {
  const now = Date.UTC(2026, 10, 21)
  expect(runningWords(now / 1000 - 30, now)).toBe('less than two minutes')
  expect(runningWords(now / 1000 - 7_200, now)).toBe('2 hours')
  expect(runningWords(now / 1000 - 5 * 86_400, now)).toBe('5 days')
})

test('a lane of the queue shows its jobs by state, and how long the first has waited', () => {
  const lane = { name: 'watches', waiting: 0, delayed: 0, active: 0, oldestMs: 0 } as const
  expect(laneWords(lane)).toBe('None')
  expect(laneWords({ ...lane, delayed: 2 })).toBe('2 scheduled')
  expect(laneWords({ ...lane, waiting: 1_200, active: 4, oldestMs: 12_400 })).toBe(
    '1,200 waiting, the oldest for 12 s; 4 running',
  )
})

test('the watching load shows overdue watchlists, checks against their limit, and the settings to change', () => {
  const now = Date.UTC(2026, 10, 25, 12)
  const load = { isOn: true, watchlists: 1_400, due: 0, oldestMs: null, checksPerMinute: 96, maxPerMinute: 120 }
  expect(watchlistWords(load, now)).toBe('1,400, none due')
  const late = { ...load, due: 3, oldestMs: now - 2 * 3_600_000 }
  expect(watchlistWords(late, now)).toBe('1,400, 3 due, the oldest for 2 hours')
  expect(watchlistWords({ ...late, isOn: false }, now)).toContain('set WATCHING to “on”')
  expect(checkWords(load)).toBe('96 of at most 120 in the last minute')
  expect(checkWords({ ...load, checksPerMinute: 119 })).toContain('raise WATCH_CHECKS_PER_MINUTE')
})
