import { describe, expect, test, vi } from 'vitest'
import { readiness } from '@/server/http/health'
import { resolve } from '@/server/listings/resolve'
import { search } from '@/server/listings/search'
import { store } from '@/server/store/store'
import { readSpending, spend, today } from '@/server/upstream/spending'
import { landmark, numberedListing } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { patient, placesForTests, special } from './places'

process.env.UPSTREAM_DAILY_CAP = '25'
const places = await placesForTests()
const { simulator } = places

const cidLink = `https://maps.google.com/?cid=${landmark.cid}`
const number = (index: number) => numberedListing(index).placeId

describe('what Google may bill', () => {
  test('is counted by day and SKU, a retry and each step of a move included', async () => {
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
        details_enterprise: 6,
        search_enterprise: 2,
        details_ids: 0,
        search_ids: 0,
        legacy_ids: 0,
        resolution: 0,
      },
      billable: 8,
    })
    // The CID was learnt by the move to it; without that its place id is asked for, which is free.
    await (await store()).redis.del(`place:${landmark.cid}`)
    await resolve(cidLink, places.source, patient())
    expect(await readSpending(day)).toMatchObject({ calls: { details_ids: 1, details_enterprise: 7 }, billable: 9 })
    expect(simulator.calls).toHaveLength(10)
    expect(await (await store()).redis.ttl(`upstream:${day}`)).toBeGreaterThan(300 * 86_400)
  })

  test('of another day is not that of today', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 23, 59, 59) })
    await spend('details_enterprise', 'a caller', { dailyCap: null, callerShare: 100 })
    vi.setSystemTime(Date.UTC(2026, 10, 22))
    expect(today()).toBe('2026-11-22')
    expect((await readSpending()).billable).toBe(0)
    expect((await readSpending('2026-11-21')).billable).toBe(1)
    vi.useRealTimers()
  })

  test('is shown to the operator', async () => {
    await resolve(number(1), places.source, patient())
    const response = await readiness()
    expect(response.status).toBe(200)
    const body = await response.text()
    expect(JSON.parse(body)).toEqual({
      status: 'ok',
      store: 'ok',
      source: 'places',
      upstream: {
        day: today(),
        calls: {
          details_enterprise: 1,
          search_enterprise: 0,
          details_ids: 0,
          search_ids: 0,
          legacy_ids: 0,
          resolution: 0,
        },
        billable: 1,
        daily_cap: 25,
      },
    })
    expect(body).toMatch(/^\{"status":"ok","store":"ok","source":"places",/)
  })
})

describe('the daily cap', () => {
  test('lets exactly so many calls through, however many ask at once, and tells nobody why', async () => {
    const capped = places.sourceWith({ dailyCap: 20 })
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => resolve(number(index), capped, patient())),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(simulator.calls).toHaveLength(20)
    const refused = all.filter((outcome) => outcome.status === 'rejected')
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'upstream_unavailable', identifiers: { cid: expect.any(String) } })
      expect(reason.message).not.toMatch(/cap|spen|money|\d/i)
    }
    await expect(search({ name: 'Trevi', country: null }, capped, patient())).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
    expect((await readSpending()).billable).toBe(20)
  })

  test('does not end what is free, nor open the circuit: tomorrow all is well at once', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) })
    const capped = places.sourceWith({ dailyCap: 0 })
    for (let time = 0; time < 10; time++) {
      await expect(resolve(cidLink, capped, patient())).rejects.toMatchObject({ code: 'upstream_unavailable' })
    }
    expect(await readSpending()).toMatchObject({ calls: { details_ids: 1, details_enterprise: 0 }, billable: 0 })
    const tomorrow = places.sourceWith({ dailyCap: 1 })
    expect(await resolve(cidLink, tomorrow, patient())).toMatchObject({ title: landmark.title })
    await expect(resolve(cidLink, tomorrow, patient())).rejects.toThrow()
    vi.setSystemTime(Date.UTC(2026, 10, 22))
    expect(await resolve(cidLink, tomorrow, patient())).toMatchObject({ title: landmark.title })
    vi.useRealTimers()
  })

  test('is kept where the store cannot count: the call is not made. Without a cap it is', async () => {
    const counting = vi.spyOn(await store(), 'send').mockRejectedValue(new Error('down'))
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await expect(resolve(number(1), places.sourceWith({ dailyCap: 20 }), patient())).rejects.toThrow()
    expect(simulator.calls).toHaveLength(0)
    expect(await resolve(number(1), places.source, patient())).toMatchObject({ title: 'Numbered listing 1' })
    expect(String(log.mock.calls[0]?.[0])).toContain('not counted')
    counting.mockRestore()
    log.mockRestore()
  })
})
