import { describe, expect, test } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf, formatFeatureId } from '@/server/places/identifiers/feature-id'
import { landmark } from '../simulator/listings'
import { placeLinks } from '../support/place-links'
import { patient, placesForTests, requestsTo, special } from './places'

const places = await placesForTests()
const { simulator } = places

const equator = { latitude: 0, longitude: 6.6 }
const resolved = (text: string) => resolve(text, places.source, patient())

describe('a listing with a known place id', () => {
  test('costs one call, for only the fields it needs', async () => {
    expect(await resolved(landmark.placeId)).toEqual({
      title: 'Trevi Fountain',
      title_language: 'en',
      address: landmark.address,
      location: landmark.pin,
      business_status: 'operational',
      cid: decimalCid(landmark.cid),
      hex_cid: `0x${landmark.cid.toString(16)}`,
      place_id: landmark.placeId,
      rating: landmark.rating?.toFixed(1),
      reviews_count: landmark.reviewsCount,
      maps_url: `https://maps.google.com/?cid=${landmark.cid}`,
      ...placeLinks(landmark.placeId),
      schema_hasmap: `https://maps.google.com/?cid=${landmark.cid}`,
      feature_id: formatFeatureId(featureIdOf(landmark.placeId) ?? { cell: 0n, cid: landmark.cid }),
      kg_id: null,
      listing_status: 'listed',
      moved_from: null,
    })
    expect(requestsTo(simulator)).toEqual([`details ${landmark.placeId}`])
    const [call] = simulator.calls
    expect(call).toMatchObject({ method: 'GET', path: `/v1/places/${landmark.placeId}` })
    expect(call?.headers).toMatchObject({
      'x-goog-fieldmask': 'id,displayName,formattedAddress,businessStatus,location,rating,userRatingCount,movedPlaceId',
      'x-goog-api-key': simulator.apiKey,
    })
    expect(call?.headers.cookie).toBeUndefined()
  })

  test.each([
    ['without reviews has no rating and a count of 0', 101, { rating: null, reviews_count: 0 }],
    ['with a whole rating keeps its fractional digit', 102, { rating: '5.0' }],
    ['without an address is answered', 103, { title: 'Sim plumber', address: null }],
    ['that has no name falls back to what the link says, here nothing', 110, { title: null }],
    [
      'keeps markup as text and loses what changes the direction of text',
      113,
      { title: '<script>alert(1)</script>  Sim' },
    ],
    ['with a rating alone says that the count is unknown', 114, { rating: '4.5', reviews_count: null }],
    ['that closed for good says so', 109, { title: 'Sim closed', business_status: 'closed_permanently' }],
    ['that is closed for now says so', 115, { business_status: 'closed_temporarily' }],
    ['that opens soon says so', 116, { business_status: 'opening_soon' }],
    ['with a business status of no known value has none', 117, { title: 'Sim strange status', business_status: null }],
    ['exactly on the equator, whose latitude Google omits, is on the equator', 118, { location: equator }],
    ['without a location has none', 101, { location: null }],
    ['whose answer is called text/html is answered', 615, { title: 'Sim wrong content type' }],
  ])('%s', async (_, number, expected) => {
    const { placeId, cid } = special(number)
    const listing = await resolved(placeId)
    expect(listing).toMatchObject({ cid: decimalCid(cid), place_id: placeId, ...expected })
  })

  test('has the location that Google sends, with six decimal places, instead of the one in the link', async () => {
    const featureId = formatFeatureId(featureIdOf(landmark.placeId) ?? { cell: 0n, cid: landmark.cid })
    const link = `https://www.google.com/maps/place/X/data=!4m5!3m4!1s${featureId}!8m2!3d1!4d2`
    const exact = { latitude: 41.90093251, longitude: 12.48331264 }
    simulator.script({ times: 1, alter: (place) => ({ ...place, location: exact }) })
    expect(await resolved(link)).toMatchObject({ location: { latitude: 41.900933, longitude: 12.483313 } })
    simulator.script({ times: 1, alter: ({ location: _, ...place }) => place })
    expect(await resolved(link)).toMatchObject({ location: { latitude: 1, longitude: 2 } })
  })

  test('keeps the requested place id if Google returns another place id of the same CID', async () => {
    const { placeId, cid } = special(104)
    expect(await resolved(placeId)).toMatchObject({
      cid: decimalCid(cid),
      place_id: placeId,
      title: 'Sim new place id',
    })
  })

  test('is returned like a business if it is a city', async () => {
    const { placeId, cid } = special(106)
    expect(await resolved(placeId)).toMatchObject({
      title: 'Sim region',
      cid: decimalCid(cid),
      place_id: placeId,
      business_status: null,
      rating: null,
      reviews_count: 0,
    })
  })
})

describe('a listing that has moved', () => {
  test.each([
    [1, 201],
    [2, 202],
    [3, 203],
  ])('is followed through its moves (%i), and returned with its current identifiers', async (moves, number) => {
    expect(await resolved(special(number).placeId)).toMatchObject({
      title: landmark.title,
      business_status: 'operational',
      cid: decimalCid(landmark.cid),
      place_id: landmark.placeId,
      maps_url: `https://maps.google.com/?cid=${landmark.cid}`,
    })
    expect(simulator.calls).toHaveLength(moves + 1)
  })

  test.each([
    ['four times', 204, 4],
    ['round in a circle', 205, 4],
    ['to itself', 207, 4],
    ['to something that is no place id, which is never asked for', 209, 1],
  ])('%s: the lookup fails after at most four calls, with the requested identifiers', async (_, number, calls) => {
    const { placeId, cid } = special(number)
    await expect(resolved(placeId)).rejects.toMatchObject({
      code: 'upstream_unavailable',
      identifiers: { cid: decimalCid(cid), place_id: placeId },
    })
    expect(simulator.calls).toHaveLength(calls)
  })

  test('does not keep the location in the link, because it may be the old one', async () => {
    simulator.script({ placeId: landmark.placeId, alter: ({ location: _, ...place }) => place })
    const { placeId, cid } = special(201)
    const featureId = formatFeatureId(featureIdOf(placeId) ?? { cell: 0n, cid })
    const link = `https://www.google.com/maps/place/X/data=!4m5!3m4!1s${featureId}!8m2!3d1!4d2`
    expect(await resolved(link)).toMatchObject({ listing_status: 'moved', location: null })
  })

  test('is not found if its new listing is gone', async () => {
    await expect(resolved(special(208).placeId)).rejects.toMatchObject({ code: 'listing_not_found' })
  })
})

describe('an invalid response from Google', () => {
  test.each([
    ['is of another listing', 105],
    ['has fields of wrong types', 111],
    ['has a rating out of range', 112],
    ['has a location out of range', 119],
  ])('is rejected without a second call if it %s', async (_, number) => {
    const { placeId, cid } = special(number)
    await expect(resolved(placeId)).rejects.toMatchObject({
      code: 'upstream_unavailable',
      identifiers: { cid: decimalCid(cid) },
    })
    expect(simulator.calls).toHaveLength(1)
  })

  test('is rejected if its place id is a placeholder', async () => {
    const zeroHalf = `ChIJAAAAAAAAAAAR${landmark.placeId.slice(16)}`
    expect(featureIdOf(zeroHalf)?.cid).toBe(landmark.cid)
    simulator.script({ upstream: 'details', alter: (place) => ({ ...place, id: zeroHalf }) })
    await expect(resolved(landmark.placeId)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('does not stop other lookups, even if it happens 20 times', async () => {
    for (let time = 0; time < 20; time++) await expect(resolved(special(105).placeId)).rejects.toThrow()
    expect(await resolved(landmark.placeId)).toMatchObject({ title: landmark.title })
  })
})
