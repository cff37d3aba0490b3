import { expect, test } from 'vitest'
import { dayName, monthAt, monthName, resetWords } from '@/components/usage/month-words'

test('months and days are spelled out, and a time belongs to its UTC month', () => {
  expect(monthName('2026-11')).toBe('November 2026')
  expect(dayName('2026-11', 1)).toBe('Nov 1')
  expect(monthAt(Date.UTC(2026, 10, 30, 23, 59, 59))).toBe('2026-11')
})

test.each([
  [Date.UTC(2026, 10, 21, 12), 'in 9 days, on December 1 at 00:00 UTC'],
  [Date.UTC(2026, 10, 30, 12), 'in 12 hours, on December 1 at 00:00 UTC'],
  [Date.UTC(2026, 10, 30, 23, 59), 'in an hour, on December 1 at 00:00 UTC'],
])('a quota says when it resets', (now, words) => {
  expect(resetWords(Date.UTC(2026, 11, 1) / 1000, now)).toBe(words)
})
