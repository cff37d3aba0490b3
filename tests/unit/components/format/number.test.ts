import { expect, test } from 'vitest'
import { formatCalls, formatNumber } from '@/components/format/number'

test('numbers are formatted as Intl formats them', () => {
  const intl = new Intl.NumberFormat('en')
  for (const value of [
    0,
    1,
    12,
    123,
    999,
    1_000,
    12_345,
    123_456,
    1_234_567,
    1e9,
    0.5,
    0.125,
    0.1 + 0.2,
    1234.5678,
    -1,
    -12_345,
  ]) {
    expect(formatNumber(value)).toBe(intl.format(value))
  }
})

test('“1 call” is singular, and every other count is plural', () => {
  expect([formatCalls(1), formatCalls(0), formatCalls(10_000)]).toEqual(['1 call', '0 calls', '10,000 calls'])
})
