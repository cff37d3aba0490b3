import { describe, expect, test } from 'vitest'
import { dateFieldValue, expiryFault, expirySeconds } from '@/components/keys/expiry'

const now = new Date(2026, 10, 21, 15, 30).getTime()

describe('the expiry of a key', () => {
  test('is never, or a number of days from now', () => {
    expect(expirySeconds('never', '', now)).toBeNull()
    expect(expirySeconds('30', '', now)).toBe(now / 1000 + 30 * 86_400)
  })

  test('is the end of the chosen day, in local time', () => {
    expect(expirySeconds('date', '2026-11-30', now)).toBe(new Date(2026, 11, 1).getTime() / 1000)
    expect(expirySeconds('date', '2026-12-31', now)).toBe(new Date(2027, 0, 1).getTime() / 1000)
  })

  test('is still ahead if today is chosen', () => {
    expect(expirySeconds('date', dateFieldValue(now), now)).toBeGreaterThan(now / 1000)
  })

  test('is not set while no day is chosen', () => {
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

  test('can be today or a day ten years ahead', () => {
    expect(expiryFault('date', '2026-11-21', now)).toBeNull()
    expect(expiryFault('date', '2036-11-20', now)).toBeNull()
  })
})
