import { expect, test } from 'vitest'
import { formatCents, formatMonthlyPrice, formatPrice } from '@/components/format/money'

test('an amount always shows its cents', () => {
  expect(formatCents(123_450)).toBe('$1,234.50')
  expect(formatCents(200)).toBe('$2.00')
})

test('a price shows cents only if it is not whole dollars', () => {
  expect(formatPrice(0)).toBe('$0')
  expect(formatPrice(2_900)).toBe('$29')
  expect(formatPrice(250)).toBe('$2.50')
  expect(formatPrice(100_000)).toBe('$1,000')
})

test('a monthly price of zero reads “free”', () => {
  expect(formatMonthlyPrice(0)).toBe('free')
  expect(formatMonthlyPrice(99_900)).toBe('$999 a month')
})
