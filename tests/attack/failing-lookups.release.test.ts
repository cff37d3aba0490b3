import { expect, test } from 'vitest'
import { failingLookups } from './failing-lookups'

/** Calls in flight when the daily limit of failures is reached may still fail. */
const underWay = 16

test('failed lookups by a free account or a visitor are limited, and other accounts are still served', async () => {
  const calls = 5_000
  const figures = await failingLookups({ calls, keys: 50, burstLimit: 1_000_000, dailyCap: 500 })
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  const { attacker, visitor, used, other } = figures
  expect(used).toBe(0)
  expect(attacker['404 listing_not_found']).toBeLessThanOrEqual(100 + underWay)
  expect(attacker['429 too_many_requests']).toBeGreaterThanOrEqual(calls - 100 - underWay)
  expect(visitor['404 listing_not_found']).toBeLessThanOrEqual(10 + underWay)
  expect(other).toEqual({ 200: 20 })
})
