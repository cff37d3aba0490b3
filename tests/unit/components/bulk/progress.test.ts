import { expect, it } from 'vitest'
import { rateWords, timeLeftMs, timeLeftWords } from '@/components/bulk/progress'

it('the time left is estimated from the current pace, once the pace is known', () => {
  expect(timeLeftMs(2, 1000, 100)).toBeNull()
  expect(timeLeftMs(100, 4_000, 900)).toBe(36_000)
  expect(timeLeftMs(0, 0, 0)).toBe(0)
})

it.each([
  [100, 'a few seconds'],
  [36_000, 'about 40 seconds'],
  [200_000, 'about 4 minutes'],
  [3 * 3_600_000, 'about 3 hours'],
  [55 * 3_600_000, 'about 3 days'],
])('a time left of %d ms is shown as “%s”', (ms, words) => {
  expect(timeLeftWords(ms)).toBe(words)
})

it.each([
  [100, 4_000, '25 lines a second'],
  [1_000_000, 50_000, '20,000 lines a second'],
  [10, 60_000, '10 lines a minute'],
  [0, 1_000, null],
])('a pace of %d lines in %d ms is shown as “%s”', (lines, ms, words) => {
  expect(rateWords(lines, ms)).toBe(words)
})
