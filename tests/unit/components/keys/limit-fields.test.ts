import { expect, test } from 'vitest'
import type { ApiKey } from '@/components/keys/key-facts'
import { type LimitFields, limitFieldsOf, noLimits, readLimits } from '@/components/keys/limit-fields'

const now = new Date(2026, 10, 21, 15, 30).getTime()
const read = (fields: Partial<LimitFields>, counted = true) => readLimits({ ...noLimits, ...fields }, counted, now)

const key: ApiKey = {
  id: 'key_1',
  name: 'Backend',
  start: 'pr_live_abc',
  created: 0,
  expires: 2_000_000_000,
  test: false,
  replaces: null,
  lastUsed: null,
  callsThisMonth: 0,
  operations: ['resolve', 'usage'],
  monthlyLimit: 5_000,
  burstLimit: 20,
  addresses: ['192.0.2.7', '2001:db8::/32'],
}

test('a new key has no limits', () => {
  expect(read({})).toEqual({
    limits: { expires: null, operations: null, monthlyLimit: null, burstLimit: null, addresses: null },
    lines: [],
  })
})

test('the form of an existing key reads back its limits unchanged, and keeps its expiry', () => {
  const { operations, monthlyLimit, burstLimit, addresses } = key
  expect(limitFieldsOf(key)).toMatchObject({ monthlyLimit: '5,000', addresses: '192.0.2.7\n2001:db8::/32' })
  expect(readLimits(limitFieldsOf(key), true, now)).toEqual({
    limits: { operations, monthlyLimit, burstLimit, addresses },
    lines: [1, 2],
  })
  expect(readLimits(limitFieldsOf({ ...key, expires: null }), true, now)).toHaveProperty('limits.expires', null)
})

test('invalid limits and an expiry in the past are all reported together', () => {
  expect(read({ monthlyLimit: '1.5', burstLimit: 'ten', expiry: 'date', date: '2020-01-01' })).toEqual({
    faults: {
      expires: expect.stringMatching(/in the past/),
      monthlyLimit: 'Enter a whole number, such as 5,000.',
      burstLimit: 'Enter a whole number, such as 5,000.',
    },
  })
})

test('a test key has no monthly limit, whatever was typed before', () => {
  expect(read({ monthlyLimit: 'ten' }, false)).toHaveProperty('limits.monthlyLimit', null)
})

test('a key without any operation is left for the server to refuse', () => {
  expect(read({ operations: [] })).toHaveProperty('limits.operations', [])
})
