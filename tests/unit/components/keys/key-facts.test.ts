import { expect, test } from 'vitest'
import { endOf, endWords, fromNow, usedWords } from '@/components/keys/key-facts'

const now = Date.UTC(2026, 10, 21, 12) / 1000

test.each([
  [0, 'now'],
  [-59, 'now'],
  [-60, '1 minute ago'],
  [-3_599, '59 minutes ago'],
  [-86_400, 'yesterday'],
  [-40 * 86_400, 'last month'],
  [2 * 86_400, 'in 2 days'],
])('%i seconds from now is "%s"', (distance, words) => {
  expect(fromNow(now + distance, now)).toBe(words)
})

test('an end is pointed out from a week before on', () => {
  expect(endOf({ expires: null }, now)).toBe('never')
  expect(endOf({ expires: now + 7 * 86_400 + 1 }, now)).toBe('later')
  expect(endOf({ expires: now + 7 * 86_400 }, now)).toBe('soon')
  expect(endOf({ expires: now }, now)).toBe('over')
  expect(endWords({ expires: now - 86_400 }, now)).toBe('Expired yesterday')
  expect(endWords({ expires: now + 60 * 86_400 }, now)).toMatch(/^Expires Jan \d+, 2027$/)
})

test('a key tells whether anything uses it', () => {
  expect(usedWords({ lastUsed: null, callsThisMonth: 0 }, now)).toBe('Not used yet')
  expect(usedWords({ lastUsed: now, callsThisMonth: 1 }, now)).toBe('Last used just now, 1 call this month')
  expect(usedWords({ lastUsed: now - 7_200, callsThisMonth: 1_200 }, now)).toBe(
    'Last used 2 hours ago, 1,200 calls this month',
  )
})

test('an expiry further off than any calendar goes is put into words, too', () => {
  for (const expires of [8.64e12, 8.64e12 + 1, 1.8e15, Number.MAX_SAFE_INTEGER]) {
    expect(endWords({ expires }, now)).toMatch(/^Expires \w+ \d+, 27\d{4}$/)
  }
})
