import { beforeEach, describe, expect, test } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf, formatFeatureId, placeIdOf } from '@/server/places/identifiers/feature-id'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { store } from '@/server/platform/store/store'
import { json } from '../simulator/answer'
import { landmark, madeUpIds, type SimulatedListing } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { placeLinks } from '../support/place-links'
import { patient, placesForTests, requestsTo, special } from './places'

const places = await placesForTests()
const { simulator } = places
process.env.LINK_GATEWAY_URL = simulator.linksUrl

beforeEach(() => {
  simulator.resolution = 'documented'
})

const resolved = (text: string, details: DetailLevel, source = places.source) =>
  resolve(text, source, patient({ details }))

const cidLink = ({ cid }: Pick<SimulatedListing, 'cid'>) => `https://maps.google.com/?cid=${cid}`
const stale = placeIdOf({ cell: 99n, cid: landmark.cid })
const theLandmark = { cid: decimalCid(landmark.cid), place_id: landmark.placeId }
const unmoved = { listing_status: 'listed', moved_from: null }
const learn = async ({ cid }: { cid: bigint }, placeId: string) =>
  (await store()).redis.set(`place:${cid}`, { id: placeId })

describe('a lookup with details none', () => {
  test('returns a result from the link alone, without a call to Google', async () => {
    const featureId = formatFeatureId(featureIdOf(landmark.placeId) ?? { cell: 0n, cid: landmark.cid })
    const link = `https://www.google.com/maps/place/Di+Trevi/data=!4m6!3m5!1s${featureId}!8m2!3d41!4d12!16s%2Fm%2F01l4fx`
    expect(await resolved(link, 'none')).toEqual({
      title: 'Di Trevi',
      title_language: null,
      address: null,
      location: { latitude: 41, longitude: 12 },
      business_status: null,
      ...theLandmark,
      hex_cid: `0x${landmark.cid.toString(16)}`,
      rating: null,
      reviews_count: null,
      maps_url: `https://maps.google.com/?cid=${landmark.cid}`,
      ...placeLinks(landmark.placeId),
      schema_hasmap: `https://maps.google.com/?cid=${landmark.cid}`,
      feature_id: featureId,
      kg_id: '/m/01l4fx',
      listing_status: 'unchecked',
      moved_from: null,
    })
    expect(simulator.calls).toEqual([])
  })

  test('returns the place id of a bare CID if it is already stored, otherwise null', async () => {
    expect(await resolved(cidLink(landmark), 'none')).toMatchObject({ place_id: null, feature_id: null })
    await learn(landmark, landmark.placeId)
    expect(await resolved(cidLink(landmark), 'none')).toMatchObject({ ...theLandmark, listing_status: 'unchecked' })
    expect(simulator.calls).toEqual([])
  })

  test('resolves a short link and makes no other call to Google', async () => {
    const link = `https://maps.app.goo.gl/sim-cid-${landmark.cid}`
    expect(await resolved(link, 'none')).toMatchObject({ ...theLandmark, listing_status: 'unchecked' })
    expect(simulator.calls.map(({ upstream }) => upstream)).toEqual(['resolution'])
  })

  test('returns the location in a short link’s target, also when the target is already stored', async () => {
    simulator.resolution = 'denied'
    const link = `https://maps.app.goo.gl/sim-place-${landmark.cid}`
    for (const _ of ['followed', 'stored'])
      expect(await resolved(link, 'none')).toMatchObject({ ...theLandmark, location: landmark.pin })
    expect(simulator.calls.filter(({ upstream }) => upstream === 'link')).toHaveLength(1)
  })

  test('returns “unchecked” for a listing that is gone or has moved, without a call to Google', async () => {
    for (const { placeId } of [special(404), special(201)]) {
      expect(await resolved(placeId, 'none')).toMatchObject({ place_id: placeId, listing_status: 'unchecked' })
    }
    expect(simulator.calls).toEqual([])
  })

  test('does not return the name and rating that another lookup has cached', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    await resolved(landmark.placeId, 'full', cached)
    expect(await resolved(landmark.placeId, 'none', cached)).toMatchObject({ title: null, rating: null })
  })
})

describe('a lookup with details checked', () => {
  test('requests only ids from Google and returns neither name nor rating', async () => {
    expect(await resolved(landmark.placeId, 'checked')).toMatchObject({
      ...theLandmark,
      title: null,
      business_status: null,
      rating: null,
      reviews_count: null,
      ...unmoved,
    })
    expect(simulator.calls.map(({ headers }) => headers['x-goog-fieldmask'])).toEqual(['id,movedPlaceId'])
  })

  test('keeps the location in the link unless the listing has moved', async () => {
    const linkTo = ({ placeId, cid }: SimulatedListing) =>
      `https://www.google.com/maps/place/X/data=!4m5!3m4!1s${formatFeatureId(featureIdOf(placeId) ?? { cell: 0n, cid })}!8m2!3d41!4d12`
    expect(await resolved(linkTo(landmark), 'checked')).toMatchObject({ location: { latitude: 41, longitude: 12 } })
    expect(await resolved(linkTo(special(201)), 'checked')).toMatchObject({ listing_status: 'moved', location: null })
  })

  test('finds the place id of a bare CID, and remembers it', async () => {
    expect(await resolved(cidLink(landmark), 'checked')).toMatchObject({ ...theLandmark, ...unmoved })
    expect(await resolved(cidLink(landmark), 'none')).toMatchObject(theLandmark)
  })

  test('remembers a place id for later lookups by its CID', async () => {
    simulator.zeroHalf = '400'
    await resolved(landmark.placeId, 'checked')
    expect(await resolved(cidLink(landmark), 'checked')).toMatchObject(theLandmark)
    expect(requestsTo(simulator)).toEqual([`details ${landmark.placeId}`, `details ${landmark.placeId}`])
  })

  test('calls Google even if the listing is cached, and finds that it has moved', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    await resolved(special(101).placeId, 'full', cached)
    const moved = { alter: (place: object) => ({ ...place, movedPlaceId: landmark.placeId }), times: 1 }
    simulator.script({ placeId: special(101).placeId, ...moved })
    expect(await resolved(special(101).placeId, 'checked', cached)).toMatchObject({
      ...theLandmark,
      listing_status: 'moved',
    })
  })

  test('works even above the daily cap, because it makes no billable calls', async () => {
    const capped = places.sourceWith({ dailyCap: 0 })
    expect(await resolved(cidLink(landmark), 'checked', capped)).toMatchObject(theLandmark)
    await expect(resolved(landmark.placeId, 'full', capped)).rejects.toMatchObject({ code: 'upstream_cap_reached' })
  })

  test('fails with the identifiers if Google fails', async () => {
    simulator.script({ answer: placesError('unavailable') })
    const failed = { code: 'upstream_unavailable', identifiers: theLandmark }
    await expect(resolved(landmark.placeId, 'checked')).rejects.toMatchObject(failed)
  })

  test('does not share a call with a lookup with details full, and each lookup gets its own details', async () => {
    simulator.latencyMs = 50
    const [checked, full] = await Promise.all([
      resolved(landmark.placeId, 'checked'),
      resolved(landmark.placeId, 'full'),
    ])
    expect(checked).toMatchObject({ title: null, ...unmoved })
    expect(full).toMatchObject({ title: landmark.title, ...unmoved })
    expect(simulator.calls).toHaveLength(2)
  })

  test.each([
    ['is of another listing', 105],
    ['moved four times', 204],
    ['moved round in a circle', 205],
    ['moved to something that is no place id', 209],
  ])('rejects a response that %s', async (_, number) => {
    const { cid, placeId } = special(number)
    const identifiers = { cid: decimalCid(cid), place_id: placeId }
    const refused = { code: 'upstream_unavailable', identifiers }
    await expect(resolved(placeId, 'checked')).rejects.toMatchObject(refused)
  })
})

describe.each(['checked', 'full'] as const)('with details %s', (details) => {
  const levelOf = (text: string) => resolved(text, details)

  test.each([201, 202, 203])(
    'a listing that has moved is returned as moved, with its current and previous identifiers (%i)',
    async (number) => {
      const { cid, placeId } = special(number)
      const moved = { ...theLandmark, listing_status: 'moved', moved_from: { cid: decimalCid(cid), place_id: placeId } }
      expect(await levelOf(placeId)).toMatchObject(moved)
      const bare = { ...moved, moved_from: { cid: decimalCid(cid), place_id: null } }
      expect(await levelOf(cidLink({ cid }))).toMatchObject(bare)
    },
  )

  test('a place id that Google no longer accepts is returned as moved, with the current place id', async () => {
    const moved = { ...theLandmark, listing_status: 'moved', moved_from: { cid: theLandmark.cid, place_id: stale } }
    expect(await levelOf(stale)).toMatchObject(moved)
    // A caller who sends the CID sends no stale identifier.
    expect(await levelOf(cidLink(landmark))).toMatchObject({ ...theLandmark, ...unmoved })
  })

  test('a place id that Google replaced with another place id for the same CID is returned as moved', async () => {
    const before = madeUpIds(landmark.cid, 7n)
    const moved = { id: before.placeId, movedPlaceId: landmark.placeId }
    simulator.script({ placeId: before.placeId, answer: json(200, moved) })
    expect(await levelOf(before.placeId)).toMatchObject({
      ...theLandmark,
      listing_status: 'moved',
      moved_from: { cid: theLandmark.cid, place_id: before.placeId },
    })
  })

  test('a place id that Google still accepts is returned unchanged, even if Google has a newer place id', async () => {
    const { placeId } = special(104)
    expect(await levelOf(placeId)).toMatchObject({ place_id: placeId, ...unmoved })
  })

  test('a listing that is gone returns 404, with the requested identifiers', async () => {
    const { cid, placeId } = special(404)
    const identifiers = { cid: decimalCid(cid), hex_cid: `0x${cid.toString(16)}`, place_id: placeId }
    await expect(levelOf(placeId)).rejects.toMatchObject({ code: 'listing_not_found', identifiers })
  })

  test('a listing that moved to a listing that is gone returns 404 as well', async () => {
    const { cid, placeId } = special(208)
    const identifiers = { cid: decimalCid(cid), place_id: placeId }
    await expect(levelOf(placeId)).rejects.toMatchObject({ code: 'listing_not_found', identifiers })
  })

  test('the bare CID of a listing that is gone returns 404, with its last known place id', async () => {
    const { cid, placeId } = special(404)
    await learn({ cid }, placeId)
    const identifiers = { cid: decimalCid(cid), place_id: placeId }
    await expect(levelOf(cidLink({ cid }))).rejects.toMatchObject({ code: 'listing_not_found', identifiers })
  })
})

describe('a link that has only a name', () => {
  const link = `https://share.google/sim-cid-${landmark.cid}`

  test.each(['none', 'checked'] as const)(
    'is rejected with details %s, because only a search could find the listing',
    async (details) => {
      await expect(resolved(link, details)).rejects.toMatchObject({
        code: 'no_listing_in_link',
        message: expect.stringContaining('details to "full"'),
      })
      expect(simulator.skus).toEqual({ 'Resolution API': 1 })
    },
  )

  test('is searched for with details full', async () => {
    expect(await resolved(link, 'full')).toMatchObject({ ...theLandmark, title: landmark.title, ...unmoved })
  })
})

describe('the cache', () => {
  let cached = places.source
  beforeEach(() => {
    cached = places.sourceWith({ cacheSeconds: 300 })
  })

  test('doesn’t hide that a place id is stale, even if its listing is cached', async () => {
    await resolved(landmark.placeId, 'full', cached)
    const moved = { ...theLandmark, listing_status: 'moved', moved_from: { cid: theLandmark.cid, place_id: stale } }
    expect(await resolved(stale, 'full', cached)).toMatchObject(moved)
    expect(await resolved(stale, 'full', cached)).toMatchObject(moved)
    expect(await resolved(landmark.placeId, 'full', cached)).toMatchObject({ ...theLandmark, ...unmoved })
    expect(requestsTo(simulator)).toEqual([
      `details ${landmark.placeId}`,
      `details ${stale}`,
      `details ${landmark.placeId}`,
    ])
  })

  test('is used for a place id that Google replaced with a newer place id', async () => {
    const { placeId } = special(104)
    const first = await resolved(placeId, 'full', cached)
    expect(await resolved(placeId, 'full', cached)).toEqual(first)
    expect(simulator.calls).toHaveLength(1)
  })

  test('remembers that a listing has moved', async () => {
    const { cid, placeId } = special(201)
    const first = await resolved(placeId, 'full', cached)
    expect(first).toMatchObject({ listing_status: 'moved', moved_from: { cid: decimalCid(cid), place_id: placeId } })
    expect(await resolved(placeId, 'full', cached)).toEqual(first)
    expect(simulator.calls).toHaveLength(2)
  })
})
