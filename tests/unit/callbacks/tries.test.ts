import { expect, test } from 'vitest'
import { maxTries, pauseMs, pauseWords } from '@/server/features/callbacks/delivery'

test('a callback is attempted eight times over a day, with growing delays', () => {
  const pauses = Array.from({ length: maxTries }, (_, made) => pauseMs(made, () => 0) ?? 0)
  expect(pauses).toHaveLength(8)
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  const hours = pauses.reduce((sum, ms) => sum + ms, 0) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(25)
  expect(pauseMs(maxTries)).toBeNull()
})

test('delays include up to 10% jitter', () => {
  expect(pauseMs(1, () => 0)).toBe(60_000)
  expect(pauseMs(1, () => 0.999)).toBeLessThanOrEqual(66_000)
})

test('the delays between attempts are spelled out as text', () => {
  expect(pauseWords()).toBe('at once, then after 1, 5, and 30 minutes, and 2, 5, 7, and 9 hours')
})
