import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import type { ListingSource } from '@/server/places/sources/listing-source'
import { store } from '@/server/platform/store/store'
import { landmark } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { patient, placesForTests, special, untilCalled } from './places'

const places = await placesForTests()
const { simulator } = places

const noon = Date.UTC(2026, 10, 21, 12)
const seconds = (count: number) => vi.setSystemTime(noon + count * 1000)
const resolved = (text: string, source: ListingSource) => resolve(text, source, patient())
const keys = async () => (await (await store()).redis.keys('listing:*')).sort()
const renamed = (title: string) => ({
  alter: (place: Record<string, unknown>) => ({ ...place, displayName: { text: title } }),
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
afterEach(() => vi.useRealTimers())

describe('without LISTING_CACHE_SECONDS', () => {
  test('no listing is cached: every lookup calls Google', async () => {
    await resolved(landmark.placeId, places.source)
    await resolved(landmark.placeId, places.source)
    expect(simulator.calls).toHaveLength(2)
    expect(await keys()).toEqual([])
  })
})

describe('with LISTING_CACHE_SECONDS', () => {
  test('a listing is returned from the cache by place id or CID until it expires, then fetched again', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    const first = await resolved(landmark.placeId, cached)
    seconds(299)
    expect(await resolved(landmark.placeId, cached)).toEqual(first)
    expect(await resolved(`https://maps.google.com/?cid=${landmark.cid}`, cached)).toEqual(first)
    expect(simulator.calls).toHaveLength(1)
    seconds(300)
    simulator.script(renamed('Fontana di Trevi'))
    expect(await resolved(landmark.placeId, cached)).toMatchObject({ title: 'Fontana di Trevi' })
    seconds(301)
    expect(await resolved(landmark.placeId, cached)).toMatchObject({ title: 'Fontana di Trevi' })
    expect(simulator.calls).toHaveLength(2)
    expect(await keys()).toEqual([`listing:${landmark.cid}`])
  })

  test('a listing cached for some options is not returned for others', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    const key = { cid: landmark.cid, placeId: landmark.placeId }
    await cached.details(key, patient())
    await cached.details(key, patient({ details: 'checked' }))
    expect(simulator.calls).toHaveLength(2)
    await expect.poll(keys).toEqual([`listing:${landmark.cid}`, `listing:${landmark.cid} details=checked`])
    await cached.details(key, patient({ details: 'checked' }))
    expect(simulator.calls).toHaveLength(2)
  })

  test('an expired listing is still returned if Google fails, for up to a day', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    const first = await resolved(landmark.placeId, cached)
    const { redis } = await store()
    const ttl = await redis.ttl(`listing:${landmark.cid}`)
    expect(ttl).toBeGreaterThan(86_400)
    expect(ttl).toBeLessThanOrEqual(86_700)
    seconds(4_000)
    simulator.script({ answer: placesError('day_quota') })
    expect(await resolved(landmark.placeId, cached)).toEqual(first)
    expect(simulator.calls).toHaveLength(2)
    await redis.del(`listing:${landmark.cid}`)
    await expect(resolved(landmark.placeId, cached)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('an expired listing is still returned if the operator’s own cap is reached', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300, dailyCap: 1 })
    const first = await resolved(landmark.placeId, cached)
    seconds(4_000)
    expect(await resolved(landmark.placeId, cached)).toEqual(first)
    expect(simulator.calls).toHaveLength(1)
  })

  test('an expired listing is returned before the deadline if Google does not respond', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300, deadlineMs: 3_000 })
    const first = await resolved(landmark.placeId, cached)
    seconds(4_000)
    simulator.script({ transport: 'hang' })
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() })
    const returned = vi.fn()
    const lookup = resolved(landmark.placeId, cached).then(returned)
    await untilCalled(simulator, 2)
    // Half of the deadline is spent waiting for Google.
    await vi.advanceTimersByTimeAsync(1_499)
    expect(returned).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await lookup
    expect(returned).toHaveBeenCalledWith(first)
  })

  test('an expired listing is not returned if Google reports that it no longer exists', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    await resolved(landmark.placeId, cached)
    seconds(4_000)
    simulator.script({ answer: placesError('stale_id') })
    await expect(resolved(landmark.placeId, cached)).rejects.toMatchObject({ code: 'listing_not_found' })
  })

  test('a listing that has moved is cached with its current identifiers', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    const first = await resolved(special(201).placeId, cached)
    expect(await resolved(special(201).placeId, cached)).toEqual(first)
    expect(first).toMatchObject({ cid: `${landmark.cid}`, place_id: landmark.placeId })
    expect(simulator.calls).toHaveLength(2)
  })

  test('a cache entry that cannot be read is ignored', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    const { redis } = await store()
    for (const entry of ['nonsense', '7', '{"at":1}', '{"at":"x","placeId":"y"}']) {
      await redis.set(`listing:${landmark.cid}`, entry)
      expect(await resolved(landmark.placeId, cached)).toMatchObject({ title: landmark.title })
    }
  })

  test('a listing is still returned if the store fails', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    const { redis } = await store()
    const get = vi.spyOn(redis, 'get').mockRejectedValue(new Error('down'))
    const set = vi.spyOn(redis, 'set').mockRejectedValue(new Error('down'))
    expect(await resolved(landmark.placeId, cached)).toMatchObject({ title: landmark.title })
    get.mockRestore()
    set.mockRestore()
  })
})
