import { expect, test } from 'vitest'
import { countries, readCountry } from '@/server/features/listings/country'

test('the list has 249 countries, as many as ISO 3166-1', () => {
  expect(countries).toHaveLength(249)
})

test.each([
  ['GB', 'GB'],
  ['gb', 'GB'],
  [' fr ', 'FR'],
  ['UK', 'GB'],
  ['uk', 'GB'],
  ['EU', null],
  ['XX', null],
  ['GBR', null],
  ['', null],
])('the country %j is read as %s', (text, code) => {
  expect(readCountry(text)).toBe(code)
})
