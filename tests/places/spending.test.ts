import { describe, expect, test, vi } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { search } from '@/server/features/listings/search'
import { randomBase62 } from '@/server/metering/access/api-key'
import { readAccountSpending, readSpending, spend, today } from '@/server/places/upstream/spending'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { landmark, numberedListing } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { lookupOf } from '../support/lookup'
import { call } from './call'
import { patient, placesForTests, special } from './places'

const places = await placesForTests()
const { simulator } = places

const cidLink = `https://maps.google.com/?cid=${landmark.cid}`
const number = (index: number) => numberedListing(index).placeId

describe('a call that Google may bill', () => {
  test('is counted by day and SKU, including retries and each step of a move', async () => {
    simulator.script({ answer: placesError('unavailable'), times: 1 })
    await resolve(number(1), places.source, patient())
    await resolve(special(202).placeId, places.source, patient())
    await resolve(cidLink, places.source, patient())
    await search({ name: 'Trevi', country: null }, places.source, patient())
    await places.source.matchByName({ name: 'Trevi Fountain', location: null }, patient())
    const day = new Date().toISOString().slice(0, 10)
    expect(await readSpending()).toEqual({
      day,
      calls: {
        details_pro: 0,
        details_enterprise: 6,
        search_enterprise: 2,
        details_ids: 0,
        search_ids: 0,
        legacy_ids: 0,
        resolution: 0,
      },
      billable: 8,
    })
    // This CID's place id was stored after the move. Without a stored place id, a free call gets it first.
    await (await store()).redis.del(`place:${landmark.cid}`)
    await resolve(cidLink, places.source, patient())
    expect(await readSpending(day)).toMatchObject({ calls: { details_ids: 1, details_enterprise: 7 }, billable: 9 })
    expect(simulator.calls).toHaveLength(10)
    expect(await (await store()).redis.ttl(`{upstream:${day.slice(0, 7)}}:${day}`)).toBeGreaterThan(300 * 86_400)
  })

  test('is also counted for its account in the month, with its retries, but not for a visitor', async () => {
    const [account, other] = [randomBase62(16), randomBase62(16)]
    const source = places.sourceWith({ callerShare: 100 })
    simulator.script({ answer: placesError('unavailable'), times: 1 })
    await resolve(number(21), source, lookupOf({ caller: account }))
    await search({ name: 'Trevi', country: null }, source, lookupOf({ caller: account }))
    await resolve(number(22), source, lookupOf({ caller: '192.0.2.1' }))
    await resolve(number(23), source, lookupOf({ caller: '2001:db8:0:1::/64' }))
    const calls = await readAccountSpending(account)
    expect(calls).toMatchObject({ details_enterprise: 2, search_enterprise: 1, details_ids: 0 })
    expect(await readAccountSpending(other)).toMatchObject({ details_enterprise: 0, search_enterprise: 0 })
    const { redis } = await store()
    const names = await redis.keys('{upstream:*}:account:*')
    expect(names).toEqual([`{upstream:${today().slice(0, 7)}}:account:${account}`])
    expect(await redis.ttl(names[0] ?? '')).toBeGreaterThan(31 * 86_400)
  })

  test('counts only on its own day, in UTC', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 23, 59, 59) })
    await spend('details_enterprise', 'a caller', { dailyCap: 10, monthlyCap: null, callerShare: 100 })
    vi.setSystemTime(Date.UTC(2026, 10, 22))
    expect(today()).toBe('2026-11-22')
    expect((await readSpending()).billable).toBe(0)
    expect((await readSpending('2026-11-21')).billable).toBe(1)
    vi.useRealTimers()
  })
})

describe('the daily cap', () => {
  test('returns 500 over REST with the seconds until it resets and the identifiers, and the call is not counted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 23) })
    const { redis } = await store()
    await redis.hset(`{upstream:2026-11}:${today()}`, { billable: env().UPSTREAM_DAILY_CAP })
    const { status, body, remaining } = await call('resolve', { url: landmark.placeId })
    expect({ status, remaining }).toEqual({ status: 500, remaining: 5 })
    expect(body).toMatchObject({
      code: 'upstream_cap_reached',
      retry_after: 3_600,
      identifiers: { place_id: landmark.placeId },
    })
    expect(simulator.calls).toEqual([])
    vi.useRealTimers()
  })

  test('allows exactly that many billable calls, even for 100 lookups at the same time, and errors do not say how high it is', async () => {
    const capped = places.sourceWith({ dailyCap: 20 })
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => resolve(number(index), capped, patient())),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(simulator.calls).toHaveLength(20)
    const refused = all.filter((outcome) => outcome.status === 'rejected')
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'upstream_cap_reached', identifiers: { cid: expect.any(String) } })
      expect(reason.message).not.toMatch(/cap|spen|money|\d/i)
    }
    await expect(search({ name: 'Trevi', country: null }, capped, patient())).rejects.toMatchObject({
      code: 'upstream_cap_reached',
    })
    expect((await readSpending()).billable).toBe(20)
  })

  test('does not stop free calls or open the circuit, and lookups work again the next day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) })
    const capped = places.sourceWith({ dailyCap: 0 })
    for (let time = 0; time < 10; time++) {
      // The rest of the day. If the circuit had opened, the wait would be three seconds.
      await expect(resolve(cidLink, capped, patient())).rejects.toMatchObject({ retryAfterSeconds: 43_200 })
    }
    expect(await readSpending()).toMatchObject({ calls: { details_ids: 1, details_enterprise: 0 }, billable: 0 })
    const tomorrow = places.sourceWith({ dailyCap: 1 })
    expect(await resolve(cidLink, tomorrow, patient())).toMatchObject({ title: landmark.title })
    await expect(resolve(cidLink, tomorrow, patient())).rejects.toThrow()
    vi.setSystemTime(Date.UTC(2026, 10, 22))
    expect(await resolve(cidLink, tomorrow, patient())).toMatchObject({ title: landmark.title })
    vi.useRealTimers()
  })

  test('is not exceeded if the store cannot count: the lookup fails without a call', async () => {
    const counting = vi.spyOn(await store(), 'script').mockRejectedValue(new Error('down'))
    await expect(resolve(number(1), places.sourceWith({ dailyCap: 20 }), patient())).rejects.toThrow()
    expect(simulator.calls).toHaveLength(0)
    counting.mockRestore()
  })
})

describe('the monthly cap', () => {
  test('allows exactly that many billable calls a month and starts over the next month', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 29, 12) })
    const capped = places.sourceWith({ dailyCap: 8, monthlyCap: 10 })
    const answeredOf = async (source: typeof capped) => {
      const all = Array.from({ length: 20 }, (_, index) => resolve(number(index), source, patient()))
      return (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length
    }
    expect(await answeredOf(capped)).toBe(8)
    vi.setSystemTime(Date.UTC(2026, 10, 30, 23))
    expect(await answeredOf(capped)).toBe(2)
    const untilDecember = { code: 'upstream_cap_reached', retryAfterSeconds: 3_600 }
    await expect(resolve(number(1), places.sourceWith({ monthlyCap: 10 }), patient())).rejects.toMatchObject(
      untilDecember,
    )
    expect((await readSpending('2026-11-30')).billable).toBe(2)
    vi.setSystemTime(Date.UTC(2026, 11, 1))
    expect(await answeredOf(places.sourceWith({ dailyCap: 8, monthlyCap: 10 }))).toBe(8)
    vi.useRealTimers()
  })

  test('sets the retry time to the next month, even if the daily cap has also been reached', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) })
    const source = places.sourceWith({ dailyCap: 0, monthlyCap: 0 })
    await expect(resolve(number(1), source, patient())).rejects.toMatchObject({ retryAfterSeconds: 11 * 86_400 })
    vi.useRealTimers()
  })
})
