import { expect, test } from 'vitest'
import { readCount } from '@/components/keys/count-text'

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
