import { expect, it } from 'vitest'
import { timeLeftMs, timeLeftWords } from '@/components/bulk/time-left'

it('is judged by the pace so far, and not before there is one', () => {
  expect(timeLeftMs(2, 1000, 100)).toBeNull()
  expect(timeLeftMs(100, 4_000, 900)).toBe(36_000)
  expect(timeLeftMs(0, 0, 0)).toBe(0)
})

it.each([
  [100, 'a few seconds'],
  [36_000, 'about 40 seconds'],
  [200_000, 'about 4 minutes'],
])('%d ms are %s', (ms, words) => {
  expect(timeLeftWords(ms)).toBe(words)
})
