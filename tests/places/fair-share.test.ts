import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { readSpending, today } from '@/server/places/upstream/spending'
import { store } from '@/server/platform/store/store'
import { numberedListing } from '../simulator/listings'
import { lookupOf } from '../support/lookup'
import { placesForTests } from './places'

const places = await placesForTests()
const { simulator } = places

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 23, 58, 50) }))
afterEach(() => void vi.useRealTimers())

let number = 0

/** Looks up this many listings, one at a time, and returns their outcomes. */
async function look(source: typeof places.source, caller: string, times: number) {
  const outcomes: Array<string | { code: string; retryAfterSeconds: number }> = []
  for (let time = 0; time < times; time++) {
    outcomes.push(
      await resolve(numberedListing(number++).placeId, source, lookupOf({ caller })).then(
        () => 'answered',
        ({ code, retryAfterSeconds }) => ({ code, retryAfterSeconds }),
      ),
    )
  }
  return outcomes
}

const successes = (times: number) => Array(times).fill('answered')

describe('a caller’s share of the daily cap', () => {
  test('leaves the rest of the cap for other callers, and is available again the next day', async () => {
    const source = places.sourceWith({ dailyCap: 20, callerShare: 50 })
    const refused = { code: 'too_many_requests', retryAfterSeconds: 70 }
    expect(await look(source, 'greedy', 12)).toEqual([...successes(10), refused, refused])
    expect(await look(source, 'other', 10)).toEqual(successes(10))
    const spent = { code: 'upstream_cap_reached', retryAfterSeconds: 70 }
    expect(await look(source, 'third', 1)).toEqual([spent])
    expect(await readSpending()).toMatchObject({ billable: 20, calls: { details_enterprise: 20 } })
    expect(simulator.calls).toHaveLength(20)
    vi.setSystemTime(Date.UTC(2026, 10, 22))
    expect(await look(source, 'greedy', 1)).toEqual(successes(1))
  })

  test('is exact, even if the caller makes 40 lookups at the same time', async () => {
    const source = places.sourceWith({ dailyCap: 20, callerShare: 50 })
    const all = await Promise.all(Array.from({ length: 40 }, () => look(source, 'greedy', 1)))
    expect(all.flat().filter((outcome) => outcome === 'answered')).toHaveLength(10)
    expect(simulator.calls).toHaveLength(10)
  })

  test('can be the whole cap', async () => {
    const source = places.sourceWith({ dailyCap: 5, callerShare: 100 })
    expect(await look(source, 'only', 5)).toEqual(successes(5))
  })

  test('does not open the circuit when it is exhausted: other callers still get results', async () => {
    const source = places.sourceWith({ dailyCap: 20, callerShare: 5 })
    await look(source, 'greedy', 30)
    expect(await look(source, 'other', 1)).toEqual(successes(1))
  })
})

test('a caller that used up its share for the minute is rejected until the next minute; others are not', async () => {
  const source = places.sourceWith({ callerShare: 1 })
  const refused = { code: 'too_many_requests', retryAfterSeconds: 10 }
  expect(await look(source, 'greedy', 8)).toEqual([...successes(6), refused, refused])
  expect(await look(source, 'other', 6)).toEqual(successes(6))
  vi.setSystemTime(Date.UTC(2026, 10, 21, 23, 59))
  expect(await look(source, 'greedy', 1)).toEqual(successes(1))
})

test('callers’ counts outlast their day, then expire', async () => {
  const source = places.sourceWith({ dailyCap: 20, callerShare: 50 })
  await look(source, 'a caller', 1)
  const { redis } = await store()
  const key = `{upstream:${today().slice(0, 7)}}:${today()}:callers`
  expect(await redis.hlen(key)).toBe(3)
  expect(await redis.ttl(key)).toBeGreaterThan(86_400)
})
