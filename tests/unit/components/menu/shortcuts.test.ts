import { expect, test } from 'vitest'
import { placeOf, placesFor } from '@/components/menu/shortcuts'

test('a letter after g opens a page', () => {
  const opened = 'l / b /bulk a /batches k /keys u /usage c /callbacks d /docs'.split(' ')
  for (let nth = 0; nth < opened.length; nth += 2) expect(placeOf(opened[nth] ?? '', true)).toBe(opened[nth + 1])
  for (const letter of ['x', 'K', '', '/']) expect(placeOf(letter, true)).toBeNull()
})

test('a letter after g opens no page of an account for a visitor', () => {
  for (const letter of 'akucm') expect(placeOf(letter, false)).toBeNull()
  expect(placeOf('b', false)).toBe('/bulk')
})

test('no two pages share a letter', () => {
  for (const isSignedIn of [true, false]) {
    const letters = placesFor(isSignedIn).flatMap(({ letter }) => letter ?? [])
    expect(new Set(letters).size).toBe(letters.length)
  }
})
