import { describe, expect, test } from 'vitest'
import type { ApiKey } from '@/components/keys/key-facts'
import {
  addressLines,
  dateFieldValue,
  expiryFault,
  expirySeconds,
  type LimitFields,
  limitFieldsOf,
  noLimits,
  readCount,
  readLimits,
} from '@/components/keys/limit-fields'

const now = new Date(2026, 10, 21, 15, 30).getTime()
const read = (fields: Partial<LimitFields>, counted = true) => readLimits({ ...noLimits, ...fields }, counted, now)

const key: ApiKey = {
  id: 'key_1',
  name: 'Backend',
  start: 'pr_live_abc',
  end: 'wS3f',
  created: 0,
  ms: 0,
  expires: 2_000_000_000,
  test: false,
  replaces: null,
  madeBy: null,
  maker: null,
  lastUsed: null,
  budgets: [],
  callsThisMonth: 0,
  callsLeft: null,
  callsLeftToday: null,
  operations: ['resolve', 'usage'],
  monthlyLimit: 5_000,
  dailyLimit: 1_500,
  burstLimit: 20,
  addresses: ['192.0.2.7', '2001:db8::/32'],
  client: null,
}

test('a new key has no limits', () => {
  expect(read({})).toEqual({
    limits: {
      expires: null,
      operations: null,
      monthlyLimit: null,
      dailyLimit: null,
      burstLimit: null,
      addresses: null,
    },
    lines: [],
  })
})

test('an existing key’s form returns its limits unchanged, and keeps its expiry', () => {
  const { operations, monthlyLimit, dailyLimit, burstLimit, addresses } = key
  expect(limitFieldsOf(key)).toMatchObject({
    monthlyLimit: '5,000',
    dailyLimit: '1,500',
    addresses: '192.0.2.7\n2001:db8::/32',
  })
  expect(readLimits(limitFieldsOf(key), true, now)).toEqual({
    limits: { operations, monthlyLimit, dailyLimit, burstLimit, addresses },
    lines: [1, 2],
  })
  expect(readLimits(limitFieldsOf({ ...key, expires: null }), true, now)).toHaveProperty('limits.expires', null)
})

test('invalid limits and an expiry in the past are all reported together', () => {
  const calls = { monthlyLimit: '1.5', dailyLimit: '-', burstLimit: 'ten' }
  expect(read({ ...calls, expiry: 'date', date: '2020-01-01' })).toEqual({
    faults: {
      expires: expect.stringMatching(/in the past/),
      monthlyLimit: 'Enter a whole number, such as 5,000.',
      dailyLimit: 'Enter a whole number, such as 5,000.',
      burstLimit: 'Enter a whole number, such as 5,000.',
    },
  })
})

test('a test key has no monthly or daily limit, whatever was typed earlier', () => {
  const limits = { monthlyLimit: null, dailyLimit: null }
  expect(read({ monthlyLimit: 'ten', dailyLimit: 'ten' }, false)).toMatchObject({ limits })
})

test('a key without any operation is left for the server to reject', () => {
  expect(read({ operations: [] })).toHaveProperty('limits.operations', [])
})

describe('a key’s expiry', () => {
  test('is “never” or a number of days from now', () => {
    expect(expirySeconds('never', '', now)).toBeNull()
    expect(expirySeconds('30', '', now)).toBe(now / 1000 + 30 * 86_400)
  })

  test('is the end of the selected day, in local time', () => {
    expect(expirySeconds('date', '2026-11-30', now)).toBe(new Date(2026, 11, 1).getTime() / 1000)
    expect(expirySeconds('date', '2026-12-31', now)).toBe(new Date(2027, 0, 1).getTime() / 1000)
  })

  test('is still in the future if today is selected', () => {
    expect(expirySeconds('date', dateFieldValue(now), now)).toBeGreaterThan(now / 1000)
  })

  test('is not set while no day is selected', () => {
    expect(expirySeconds('date', '', now)).toBeUndefined()
  })

  test('can be left unchanged', () => {
    expect(expirySeconds('keep', '', now)).toBeUndefined()
    expect(expiryFault('keep', '', now)).toBeNull()
  })

  test.each([
    ['', 'Choose a date.'],
    ['2026-11-20', /in the past/],
    ['0026-11-30', /in the past/],
    ['2036-11-30', /ten years/],
    ['20261-11-30', /ten years/],
  ])('cannot be the day "%s"', (date, words) => {
    expect(expiryFault('date', date, now)).toMatch(words)
  })

  test('can be today or a day ten years from now', () => {
    expect(expiryFault('date', '2026-11-21', now)).toBeNull()
    expect(expiryFault('date', '2036-11-20', now)).toBeNull()
  })
})

test.each([
  ['5000', 5_000],
  [' 5,000 ', 5_000],
  ['1,234,567', 1_234_567],
  ['1\u202f234\u202f567', 1_234_567],
  ['1 000', 1_000],
  ['1’000', 1_000],
  ['1_000', 1_000],
  ['0', 0],
  ['-5', -5],
  ['9'.repeat(30), Number.MAX_SAFE_INTEGER],
])('"%s" is the number %i', (text, number) => {
  expect(readCount(text)).toBe(number)
})

test.each(['1.5', '1.000', '1,00', '10,00', '1,000 000', '1,,000', 'ten', '5k', '1e3', '0x10', '-', '٣'])(
  '"%s" is not a whole number',
  (text) => {
    expect(readCount(text)).toBeUndefined()
  },
)

test('an empty field means no limit', () => {
  expect(readCount('')).toBeNull()
  expect(readCount('  ')).toBeNull()
})

test('addresses are read with their line numbers; empty lines are counted but skipped', () => {
  expect(addressLines('192.0.2.7\n\n  2001:db8::/32 \r\n')).toEqual([
    { address: '192.0.2.7', line: 1 },
    { address: '2001:db8::/32', line: 3 },
  ])
  expect(addressLines(' \n')).toEqual([])
})

test('several addresses on one line are also read', () => {
  expect(addressLines('192.0.2.7, 192.0.2.8;192.0.2.9\n10.0.0.1 10.0.0.2').map(({ line }) => line)).toEqual([
    1, 1, 1, 2, 2,
  ])
})
