import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSpending } from '@/server/places/upstream/spending'
import { landmark, numberedListing } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { lookupOf } from '../support/lookup'
import { placesForTests } from './places'

const places = await placesForTests()
const { simulator } = places
const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => log.mockRestore())

const start = Date.UTC(2026, 10, 21, 12)
beforeEach(() => {
  simulator.resolution = 'documented'
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => void vi.useRealTimers())

const link = (number: number) => ({ host: 'maps.app.goo.gl', path: `sim-cid-${numberedListing(number).cid}` })
const resolve = async (number = 1, caller = 'a caller') =>
  places.source.placeIdOfLink(link(number), lookupOf({ caller }))
const placeId = (number = 1) => numberedListing(number).placeId

describe('calls to the Resolution API', () => {
  test('are made only once an hour if the project does not have the API', async () => {
    simulator.resolution = 'denied'
    for (let time = 0; time < 3; time++) expect(await resolve()).toBeNull()
    expect(simulator.calls).toHaveLength(1)
    vi.setSystemTime(start + 3_599_000)
    expect(await resolve()).toBeNull()
    expect(simulator.calls).toHaveLength(1)
    vi.setSystemTime(start + 3_600_000)
    expect(await resolve()).toBeNull()
    expect(await resolve()).toBeNull()
    expect(simulator.calls).toHaveLength(2)
    simulator.resolution = 'documented'
    vi.setSystemTime(start + 7_200_000)
    expect([await resolve(), await resolve(2)]).toEqual([placeId(), placeId(2)])
  })

  test.each([
    ['as long as it says', { status: 429, headers: { 'retry-after': '7' }, body: '' }, 7],
    ['a minute where it does not say', placesError('minute_quota'), 60],
    ['an hour where the quota of the day is used up', placesError('day_quota'), 3_600],
    ['an hour at most', { status: 429, headers: { 'retry-after': '999999' }, body: '' }, 3_600],
  ])('stop after a 429 for %s', async (_, answer, seconds) => {
    simulator.script({ answer, times: 1 })
    expect(await resolve()).toBeNull()
    vi.setSystemTime(start + seconds * 1_000 - 1)
    expect(await resolve()).toBeNull()
    expect(simulator.calls).toHaveLength(1)
    vi.setSystemTime(start + seconds * 1_000)
    expect(await resolve()).toBe(placeId())
  })

  test('stop after repeated failures', async () => {
    simulator.script({ answer: placesError('unavailable') })
    for (let time = 0; time < 12; time++) expect(await resolve()).toBeNull()
    expect(simulator.calls).toHaveLength(6)
  })

  test('are still made after ten untrustworthy responses', async () => {
    simulator.script({ alter: (answer) => ({ ...answer, entities: [] }), times: 10 })
    for (let time = 0; time < 20; time++) expect(await resolve()).toBe(time < 10 ? null : placeId())
    expect(simulator.calls).toHaveLength(20)
  })

  test('contain at most 20 links each', async () => {
    const numbers = Array.from({ length: 45 }, (_, number) => number)
    expect(await Promise.all(numbers.map((number) => resolve(number)))).toEqual(numbers.map(placeId))
    expect(simulator.calls.map(({ urls }) => urls?.length)).toEqual([20, 20, 5])
  })

  test('are free, even above the daily cap, and limited to each caller’s own share of the minute', async () => {
    places.source = places.sourceWith({ dailyCap: 0, callerShare: 1 })
    for (let time = 0; time < 6; time++) expect(await resolve(1, 'greedy')).toBe(placeId())
    expect(await resolve(1, 'greedy')).toBeNull()
    // The first caller's share is used up, but the caller whose link goes into the same call still has its own share.
    expect(await Promise.all([resolve(1, 'greedy'), resolve(2, 'other')])).toEqual([null, placeId(2)])
    expect(await readSpending()).toMatchObject({ calls: { resolution: 7 }, billable: 0 })
    vi.setSystemTime(start + 60_000)
    expect(await resolve(1, 'greedy')).toBe(placeId())
  })

  test('do not use up the caller’s share for details lookups', async () => {
    places.source = places.sourceWith({ callerShare: 1 })
    for (let time = 0; time < 6; time++) await resolve(time, 'a caller')
    const key = { cid: landmark.cid, placeId: landmark.placeId }
    expect(await places.source.details(key, lookupOf())).toMatchObject({ title: landmark.title })
  })

  test('are aborted if the API does not respond', async () => {
    places.source = places.sourceWith({ deadlineMs: 1_000 })
    simulator.script({ transport: 'hang' })
    expect(await resolve()).toBeNull()
    await expect.poll(() => simulator.calls[0]?.state).toBe('left')
  })

  test('are aborted when their only caller leaves, and the lookup fails with the caller’s reason', async () => {
    simulator.script({ transport: 'hang' })
    const caller = new AbortController()
    const leaves = places.source.placeIdOfLink(link(1), lookupOf({ signal: caller.signal }))
    await expect.poll(() => simulator.calls).toHaveLength(1)
    caller.abort(new Error('left'))
    await expect(leaves).rejects.toThrow('left')
    await expect.poll(() => simulator.calls[0]?.state).toBe('left')
  })
})
