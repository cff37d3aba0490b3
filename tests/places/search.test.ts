import { describe, expect, test } from 'vitest'
import { search } from '@/server/features/listings/search'
import { searchSample } from '@/server/places/sources/sample/sample-source'
import { landmark } from '../simulator/listings'
import { placeLinks } from '../support/place-links'
import { patient, placesForTests, requestsTo, special } from './places'

const places = await placesForTests()
const { simulator } = places

const found = (name: string, country: string | null = null) => search({ name, country }, places.source, patient())
const sent = () => JSON.parse(simulator.calls[0]?.body ?? '')

describe('a search', () => {
  test('makes one call, for the whole world instead of the area around the server', async () => {
    const [first] = await found('Trevi Fountain', 'IT')
    expect(first).toEqual({
      title: 'Trevi Fountain',
      title_language: 'en',
      address: expect.stringContaining('Roma'),
      location: landmark.pin,
      business_status: 'operational',
      cid: landmark.cid.toString(),
      hex_cid: `0x${landmark.cid.toString(16)}`,
      place_id: landmark.placeId,
      rating: landmark.rating?.toFixed(1),
      reviews_count: landmark.reviewsCount,
      maps_url: `https://maps.google.com/?cid=${landmark.cid}`,
      ...placeLinks(landmark.placeId),
    })
    expect(requestsTo(simulator)).toEqual(['search Trevi Fountain'])
    expect(sent()).toMatchObject({ textQuery: 'Trevi Fountain', regionCode: 'IT', pageSize: 20 })
    expect(sent().locationBias.rectangle).toEqual({
      low: { latitude: -90, longitude: -180 },
      high: { latitude: 90, longitude: 180 },
    })
  })

  test('returns at most 20, in the source’s order', async () => {
    const titles = searchSample({ name: 's', country: null }).map(({ title }) => title)
    const results = await found('s')
    expect(results.length).toBeGreaterThan(10)
    expect(results.length).toBeLessThanOrEqual(20)
    expect(results.map(({ title }) => title)).toEqual(titles.slice(0, results.length))
  })

  test('returns permanently closed businesses last, and keeps the source’s order otherwise', async () => {
    const before = await found('r')
    const [first, second] = before
    simulator.change(
      { place_id: first?.place_id ?? '', business_status: 'CLOSED_PERMANENTLY' },
      { place_id: second?.place_id ?? '', business_status: 'CLOSED_TEMPORARILY' },
    )
    const results = await found('r')
    expect(results.map(({ cid }) => cid)).toEqual([...before.slice(1), first].map((one) => one?.cid))
    expect(results[0]?.business_status).toBe('closed_temporarily')
    expect(results.at(-1)?.business_status).toBe('closed_permanently')
  })

  test('is empty if nothing matches, whether Google sends no list or an empty list', async () => {
    expect(await found('zzzz nothing')).toEqual([])
    simulator.script({ upstream: 'search', alter: () => ({ places: [] }) })
    expect(await found('Trevi Fountain')).toEqual([])
  })

  test('omits listings in another country and keeps listings without a country', async () => {
    expect((await found('Sim twins')).map(({ cid }) => cid)).toHaveLength(2)
    expect((await found('Sim twins', 'FR')).map(({ cid }) => cid)).toEqual([special(122).cid.toString()])
    const nowhere = ({ addressComponents: _, ...place }: Record<string, unknown>) => place
    simulator.script({ alter: ({ places: all }) => ({ places: (all as Record<string, unknown>[]).map(nowhere) }) })
    expect(await found('Sim twins', 'FR')).toHaveLength(2)
  })

  test.each([
    ['whose CID in the map address is not the one in the place id', 'Sim wrong CID'],
    ['that is a city', 'Sim region'],
    ['that is the address searched for', '12 Nowhere Street'],
    ['without a name', 'Sim nameless'],
  ])('never returns a candidate %s', async (_, name) => {
    expect(await found(name)).toEqual([])
    expect(simulator.calls).toHaveLength(1)
  })

  test('finds a business without an address, and a business without reviews', async () => {
    expect(await found('Sim plumber')).toMatchObject([{ title: 'Sim plumber', address: null }])
    expect(await found('Sim unrated')).toMatchObject([{ rating: null, reviews_count: 0 }])
    expect(await found('Sim old address')).toHaveLength(1)
  })

  test('omits an invalid candidate and fails if all candidates are invalid', async () => {
    const broken = { id: 7 }
    simulator.script({ times: 1, alter: ({ places: all }) => ({ places: [broken, ...(all as object[])] }) })
    expect(await found('Sim twins')).toHaveLength(2)
    simulator.script({ times: 1, alter: () => ({ places: [broken] }) })
    await expect(found('Sim twins')).rejects.toMatchObject({ code: 'upstream_unavailable' })
    simulator.script({ times: 1, alter: () => ({ places: 'none' }) })
    await expect(found('Sim twins')).rejects.toMatchObject({ code: 'upstream_unavailable' })
    await expect(found('Sim wrong types')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('shares one call with 99 identical searches made at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => found('Trevi Fountain')))
    expect(all.every((results) => results.length === 1)).toBe(true)
    expect(simulator.calls).toHaveLength(1)
  })
})

describe('a name in a link', () => {
  const match = (name: string, location: { latitude: number; longitude: number } | null = null) =>
    places.source.matchByName({ name, location }, patient())
  const rome = { latitude: 41.9009, longitude: 12.4833 }

  test('resolves to the only listing with exactly that name, including its details, in one call', async () => {
    const { cid, placeId, address, rating, reviewsCount } = landmark
    expect(await match('TREVI fountain')).toEqual({
      cid,
      placeId,
      title: 'Trevi Fountain',
      titleLanguage: 'en',
      address,
      location: landmark.pin,
      businessStatus: 'operational',
      rating,
      reviewsCount,
    })
    expect(simulator.calls).toHaveLength(1)
  })

  test('resolves to nothing if no listing has exactly that name', async () => {
    expect(await match('Trevi')).toBeNull()
    expect(await match('Trevi Fountain Rome')).toBeNull()
    expect(await match('zzzz nothing')).toBeNull()
    expect(await match('???')).toBeNull()
  })

  test('resolves to nothing if two listings have that name, unless the location tells them apart', async () => {
    expect(await match('Sim twins')).toBeNull()
    expect(await match('Sim twins', { latitude: 48.8601, longitude: 2.3502 })).toMatchObject({ cid: special(122).cid })
    expect(await match('Sim twins', { latitude: 0, longitude: 0 })).toBeNull()
  })

  test('resolves to nothing if the only listing with that name is elsewhere or has no location', async () => {
    expect(await match('Trevi Fountain', rome)).toMatchObject({ cid: landmark.cid })
    expect(sent().locationBias.circle).toEqual({ center: { latitude: 41.9009, longitude: 12.4833 }, radius: 1000 })
    expect(await match('Trevi Fountain', { latitude: 41.92, longitude: 12.4833 })).toBeNull()
    expect(await match('Sim plumber', rome)).toBeNull()
  })

  test('never resolves to a mere address or to a listing without a verified CID', async () => {
    expect(await match('12 Nowhere Street')).toBeNull()
    expect(await match('Sim wrong CID')).toBeNull()
  })
})
