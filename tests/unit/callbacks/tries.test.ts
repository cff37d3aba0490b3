import { expect, test } from 'vitest'
import { mostTries, pauseMs } from '@/server/callbacks/tries'

test('eight tries with growing pauses take a day', () => {
  const pauses = Array.from({ length: mostTries }, (_, made) => pauseMs(made, () => 0) ?? 0)
  expect(pauses).toHaveLength(8)
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  const hours = pauses.reduce((sum, ms) => sum + ms, 0) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(25)
  expect(pauseMs(mostTries)).toBeNull()
})

test('a pause is at most a tenth longer', () => {
  expect(pauseMs(1, () => 0)).toBe(60_000)
  expect(pauseMs(1, () => 0.999)).toBeLessThanOrEqual(66_000)
})
