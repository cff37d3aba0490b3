import { describe, expect, test } from 'vitest'
import { dateFieldValue, expiryFault, expirySeconds } from '@/components/keys/expiry'

const now = new Date(2026, 10, 21, 15, 30).getTime()

describe('when a new key ends', () => {
  test('never, or so many days from now', () => {
    expect(expirySeconds('never', '', now)).toBeNull()
    expect(expirySeconds('30', '', now)).toBe(now / 1000 + 30 * 86_400)
  })

  test('a chosen day is its last whole one, where its owner is', () => {
    expect(expirySeconds('date', '2026-11-30', now)).toBe(new Date(2026, 11, 1).getTime() / 1000)
    expect(expirySeconds('date', '2026-12-31', now)).toBe(new Date(2027, 0, 1).getTime() / 1000)
  })

  test('today can be chosen, and is not over yet', () => {
    expect(expirySeconds('date', dateFieldValue(now), now)).toBeGreaterThan(now / 1000)
  })

  test('no key is made while no day is chosen', () => {
    expect(expirySeconds('date', '', now)).toBeUndefined()
  })

  test('it can be left as it is', () => {
    expect(expirySeconds('keep', '', now)).toBeUndefined()
    expect(expiryFault('keep', '', now)).toBeNull()
  })

  test.each([
    ['', 'Choose a date.'],
    ['2026-11-20', /in the past/],
    ['0026-11-30', /in the past/],
    ['2036-11-30', /ten years/],
    ['20261-11-30', /ten years/],
  ])('the day "%s" is refused', (date, words) => {
    expect(expiryFault('date', date, now)).toMatch(words)
  })

  test('today and a day ten years ahead are not refused', () => {
    expect(expiryFault('date', '2026-11-21', now)).toBeNull()
    expect(expiryFault('date', '2036-11-20', now)).toBeNull()
  })
})
