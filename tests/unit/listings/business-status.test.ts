import { expect, test } from 'vitest'
import { statusWords } from '@/server/features/listings/business-status'

test.each([
  ['closed_permanently', 'Permanently closed'],
  ['closed_temporarily', 'Temporarily closed'],
  ['opening_soon', 'Opening soon'],
  ['operational', null],
  ['under_water', null],
  ['constructor', null],
  [null, null],
  [undefined, null],
])('the business status %s is shown as %j', (status, words) => {
  expect(statusWords(status)).toBe(words)
})
