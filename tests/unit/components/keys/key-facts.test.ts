import { expect, test } from 'vitest'
import {
  type ApiKey,
  allOperations,
  endingWords,
  endOf,
  expiryWords,
  filterKeys,
  fromNow,
  hasChip,
  type KeySort,
  keyChips,
  lastUsedWords,
  monthlyMost,
  nextSort,
  operationWords,
  otherLimitsWords,
  replacementOf,
  sharedLeft,
  sortKeys,
  usedWords,
  usualOperations,
} from '@/components/keys/key-facts'
import { commonOperations, keyOperations } from '@/server/metering/access/key-limits'

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

test('a key counts as expiring soon in the week before its expiry, and as expired once the expiry is reached', () => {
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

test('a key’s last use is described in words', () => {
  expect(lastUsedWords({ lastUsed: null }, now)).toBe('Never')
  expect(lastUsedWords({ lastUsed: now }, now)).toBe('Just now')
  expect(lastUsedWords({ lastUsed: now - 86_400 }, now)).toBe('Yesterday')
})

test('a key’s monthly limit is its own or the plan’s, whichever is lower, and a test key has none', () => {
  expect(monthlyMost({ monthlyLimit: null, test: false }, null)).toBeNull()
  expect(monthlyMost({ monthlyLimit: null, test: false }, 1_000)).toBe(1_000)
  expect(monthlyMost({ monthlyLimit: 250, test: false }, null)).toBe(250)
  expect(monthlyMost({ monthlyLimit: 250, test: false }, 1_000)).toBe(250)
  expect(monthlyMost({ monthlyLimit: 5_000, test: false }, 1_000)).toBe(1_000)
  expect(monthlyMost({ monthlyLimit: null, test: true }, 1_000)).toBeNull()
})

test('a key’s daily limit, burst limit, and addresses are described in words', () => {
  expect(otherLimitsWords({ dailyLimit: null, burstLimit: null, addresses: null })).toEqual([])
  expect(otherLimitsWords({ dailyLimit: 1_000, burstLimit: 1, addresses: ['192.0.2.0/24'] })).toEqual([
    '1,000 calls per day',
    '1 call per 10 seconds',
    'From 192.0.2.0/24',
  ])
  const addresses = ['192.0.2.1', '192.0.2.2']
  expect(otherLimitsWords({ dailyLimit: null, burstLimit: null, addresses })).toEqual(['From 2 addresses'])
})

test('an expiry at or after the maximum JavaScript date is still shown as a date', () => {
  for (const expires of [8.64e12, 8.64e12 + 1, 1.8e15, Number.MAX_SAFE_INTEGER]) {
    expect(expiryWords({ expires }, now)).toMatch(/^\w+ \d+, 27\d{4}$/)
  }
})

const keys = [
  { name: 'Production', start: 'pr_live_AAAAaaaa1111', end: 'wS3f' },
  { name: 'CI of the product', start: 'pr_test_AAAAaaaa2222', end: 'Xy12' },
  { name: 'Straße', start: 'pr_live_AAAAaaaa3333', end: null },
]
const found = (text: string) => filterKeys(keys, text).map(({ name }) => name)

test('keys are found by part of their name, in upper or lower case', () => {
  expect(found('PRODUCT')).toEqual(['Production', 'CI of the product'])
  expect(found(' straße ')).toEqual(['Straße'])
  expect(found('')).toHaveLength(3)
  expect(found('.*')).toEqual([])
})

test('keys are found by their visible part, and by their last four characters', () => {
  expect(found('pr_live_…wS3f')).toEqual(['Production'])
  expect(found('xy12')).toEqual(['CI of the product'])
})

const facts: ApiKey = {
  id: 'key_1',
  name: 'A',
  start: 'pr_live_',
  end: null,
  created: now - 100 * 86_400,
  ms: 0,
  expires: null,
  test: false,
  replaces: null,
  madeBy: null,
  maker: null,
  lastUsed: null,
  budgets: [],
  callsThisMonth: 0,
  callsLeft: null,
  callsLeftToday: null,
  operations: null,
  monthlyLimit: null,
  dailyLimit: null,
  burstLimit: null,
  addresses: null,
  client: null,
}

test.each<[used: number, limit: number | null, left: number | null, shared: number | null]>([
  [3, 10, 7, null],
  [12, 10, 0, null],
  [3, 10, 2, 2],
  [3, null, 2, 2],
  [3, null, null, null],
  [3, 10, null, null],
])('after %i of %s calls with %s left, what is shared with other keys is %s', (used, limit, left, shared) => {
  expect(sharedLeft(used, limit, left)).toBe(shared)
})

test('chips filter keys by unused, expiring, test, or limited', () => {
  const chipsOf = (more: Partial<ApiKey>) => keyChips.filter((chip) => hasChip({ ...facts, ...more }, chip, now))
  expect(chipsOf({})).toEqual(['Unused 90 days'])
  expect(chipsOf({ lastUsed: now - 89 * 86_400 })).toEqual([])
  expect(chipsOf({ created: now })).toEqual([])
  expect(chipsOf({ created: now, expires: now + 86_400, test: true })).toEqual(['Expiring', 'Test'])
  expect(chipsOf({ created: now, addresses: ['192.0.2.7'] })).toEqual(['Limited'])
})

test('keys are sorted by a column, and in reverse on the second click', () => {
  const made = [
    { ...facts, name: 'Worker 10', callsThisMonth: 3, lastUsed: now },
    { ...facts, name: 'worker 2', callsThisMonth: 9 },
  ]
  const names = (sort: KeySort) => sortKeys(made, sort).map(({ name }) => name)
  const byName = nextSort({ by: 'created', direction: 'descending' }, 'name')
  expect(byName).toEqual({ by: 'name', direction: 'ascending' })
  expect(names(byName)).toEqual(['worker 2', 'Worker 10'])
  expect(names(nextSort(byName, 'name'))).toEqual(['Worker 10', 'worker 2'])
  expect(names(nextSort(byName, 'calls'))).toEqual(['worker 2', 'Worker 10'])
  expect(names({ by: 'used', direction: 'descending' })).toEqual(['Worker 10', 'worker 2'])
})

test('keys are found by their start, with or without the ellipsis, and by the whole key', () => {
  expect(found('pr_test')).toEqual(['CI of the product'])
  expect(found('pr_live_AAAAaaaa1111…')).toEqual(['Production'])
  expect(found('pr_live_AAAAaaaa3333andTheSecretThatFollows')).toEqual(['Straße'])
})

test('every operation can be selected for a key, and the selection is described in words', () => {
  expect(allOperations).toEqual(keyOperations)
  expect(usualOperations).toEqual(commonOperations)
  expect(operationWords(null)).toBe('All')
  expect(operationWords(['keys'])).toBe('Manage keys')
  expect(operationWords(['usage', 'resolve'])).toBe('Resolve, Usage')
})

const rotatedAt = 1_800_000_000
const key = (id: string, created: number, replaces: string | null) => ({ id, created, replaces }) as ApiKey

test('a rotated key is shown with its predecessor and its successor', () => {
  const [first, second, third] = [key('a', 1, null), key('b', 2, 'a'), key('c', 3, 'b')]
  const keys = [third, second, first]
  expect(replacementOf(first, keys)).toEqual({ replaces: undefined, replacedBy: second })
  expect(replacementOf(second, keys)).toEqual({ replaces: first, replacedBy: third })
  expect(replacementOf(third, keys)).toEqual({ replaces: second, replacedBy: undefined })
})

test('a key that was rotated twice is shown with its newest successor, and a missing key is not shown', () => {
  const keys = [key('c', 3, 'a'), key('b', 2, 'a'), key('a', 1, null)]
  expect(replacementOf(key('a', 1, null), keys).replacedBy?.id).toBe('c')
  expect(replacementOf(key('z', 4, 'gone'), keys)).toEqual({ replaces: undefined, replacedBy: undefined })
})

test.each([
  [86_400 - 1, 'ends in 23 hours'],
  [30, 'ends within a minute'],
  [0, 'ended just now'],
  [-2 * 86_400, 'ended 2 days ago'],
])('a replaced key with %i seconds left %s', (left, words) => {
  expect(endingWords({ expires: rotatedAt + left }, rotatedAt)).toBe(words)
  expect(endingWords({ expires: null }, rotatedAt)).toBeNull()
})
