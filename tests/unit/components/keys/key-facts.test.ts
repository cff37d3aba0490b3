import { expect, test } from 'vitest'
import {
  endOf,
  expiryWords,
  fromNow,
  lastUsedWords,
  monthlyMost,
  otherLimitsWords,
  usedWords,
} from '@/components/keys/key-facts'

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

test('a key’s expiry counts as soon from a week before, and as over once it is reached', () => {
  expect(endOf({ expires: null }, now)).toBe('never')
  expect(endOf({ expires: now + 7 * 86_400 + 1 }, now)).toBe('later')
  expect(endOf({ expires: now + 7 * 86_400 }, now)).toBe('soon')
  expect(endOf({ expires: now }, now)).toBe('over')
})

test.each([
  [null, 'Never'],
  [now + 60 * 86_400, /^Jan \d+, 2027$/],
  [now + 2 * 86_400, 'In 2 days'],
  [now + 30, 'Within a minute'],
  [now, 'Expired just now'],
  [now - 86_400, 'Expired yesterday'],
])('an expiry at %s is "%s"', (expires, words) => {
  expect(expiryWords({ expires }, now)).toMatch(words)
})

test('a key shows when it was last used, and its calls this month', () => {
  expect(usedWords({ lastUsed: null, callsThisMonth: 0 }, now)).toBe('Not used yet')
  expect(usedWords({ lastUsed: now, callsThisMonth: 1 }, now)).toBe('Last used just now, 1 call this month')
  expect(usedWords({ lastUsed: now - 7_200, callsThisMonth: 1_200 }, now)).toBe(
    'Last used 2 hours ago, 1,200 calls this month',
  )
})

test('the last use of a key is put into words', () => {
  expect(lastUsedWords({ lastUsed: null }, now)).toBe('Never')
  expect(lastUsedWords({ lastUsed: now }, now)).toBe('Just now')
  expect(lastUsedWords({ lastUsed: now - 86_400 }, now)).toBe('Yesterday')
})

test('a key’s monthly limit is its own or the plan’s, whichever is smaller, and a test key has none', () => {
  expect(monthlyMost({ monthlyLimit: null, test: false }, null)).toBeNull()
  expect(monthlyMost({ monthlyLimit: null, test: false }, 1_000)).toBe(1_000)
  expect(monthlyMost({ monthlyLimit: 250, test: false }, null)).toBe(250)
  expect(monthlyMost({ monthlyLimit: 250, test: false }, 1_000)).toBe(250)
  expect(monthlyMost({ monthlyLimit: 5_000, test: false }, 1_000)).toBe(1_000)
  expect(monthlyMost({ monthlyLimit: null, test: true }, 1_000)).toBeNull()
})

test('a key’s burst limit and addresses are put into words', () => {
  expect(otherLimitsWords({ burstLimit: null, addresses: null })).toEqual([])
  expect(otherLimitsWords({ burstLimit: 1, addresses: ['192.0.2.0/24'] })).toEqual([
    '1 call in 10 seconds',
    'From 192.0.2.0/24',
  ])
  expect(otherLimitsWords({ burstLimit: null, addresses: ['192.0.2.1', '192.0.2.2'] })).toEqual(['From 2 addresses'])
})

test('an expiry at or beyond the last JavaScript date is still shown as a date', () => {
  for (const expires of [8.64e12, 8.64e12 + 1, 1.8e15, Number.MAX_SAFE_INTEGER]) {
    expect(expiryWords({ expires }, now)).toMatch(/^\w+ \d+, 27\d{4}$/)
  }
})
