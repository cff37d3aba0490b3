import { describe, expect, test } from 'vitest'
import { reviewsOf, shownText } from '@/server/places/sources/google/by-place-id'

describe('a name or an address', () => {
  test('keeps every script and emoji', () => {
    for (const text of ['Café Heinemann', '香乐园', 'חנות יד שניה', 'מסעדה 🍕', 'Łódź'])
      expect(shownText.parse(text)).toBe(text)
  })

  test('loses control characters and invalid characters, and is cut to 500 characters', () => {
    expect(shownText.parse('a\u0000b\nc')).toBe('a b c')
    expect(shownText.parse('\u202eevil\u2069')).toBe('evil')
    expect(shownText.parse('x\ud800')).toBe('x')
    expect(shownText.parse('x'.repeat(10_000))).toHaveLength(500)
  })

  test('is null if nothing is left', () => {
    expect(shownText.parse(' \u0007 ')).toBeNull()
    expect(shownText.parse('')).toBeNull()
  })
})

describe('reviews', () => {
  test.each([
    [{}, { rating: null, reviewsCount: 0 }],
    [
      { rating: 4, userRatingCount: 3 },
      { rating: 4, reviewsCount: 3 },
    ],
    [{ rating: 4.5 }, { rating: 4.5, reviewsCount: null }],
    [{ userRatingCount: 0 }, { rating: null, reviewsCount: 0 }],
    [
      { rating: 1, userRatingCount: 0 },
      { rating: null, reviewsCount: 0 },
    ],
  ])('are read from %j', (place, expected) => {
    expect(reviewsOf(place)).toEqual(expected)
  })
})
