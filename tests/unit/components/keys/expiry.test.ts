import { describe, expect, test } from 'vitest'
import { dateFieldValue, expirySeconds } from '@/components/keys/expiry'

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
})
