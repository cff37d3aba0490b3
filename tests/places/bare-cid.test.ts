import { describe, expect, test } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf, placeIdOf } from '@/server/places/identifiers/feature-id'
import { readSpending } from '@/server/places/upstream/spending'
import { store } from '@/server/platform/store/store'
import { landmark, madeUpIds } from '../simulator/listings'
import { patient, placesForTests, requestsTo, special } from './places'

const places = await placesForTests()
const { simulator } = places

const resolved = (text: string) => resolve(text, places.source, patient())
const cidLink = ({ cid }: { cid: bigint }) => `https://maps.google.com/?cid=${cid}`
const zeroHalf = ({ placeId }: { placeId: string }) => {
  const featureId = featureIdOf(placeId)
  if (featureId === null) throw new Error('no feature id')
  return placeIdOf({ ...featureId, cell: 0n })
}
const storedPlaceId = async () => (await store()).redis.get(`place:${landmark.cid}`)

const theLandmark = { title: landmark.title, cid: decimalCid(landmark.cid), place_id: landmark.placeId }
const incomplete = { code: 'upstream_unavailable', identifiers: { cid: decimalCid(landmark.cid), place_id: null } }

describe('a bare CID', () => {
  test('costs one free call for its place id, and one call for its details', async () => {
    expect(await resolved(cidLink(landmark))).toMatchObject(theLandmark)
    expect(requestsTo(simulator)).toEqual([`details ${zeroHalf(landmark)}`, `details ${landmark.placeId}`])
    expect(simulator.calls[0]?.headers['x-goog-fieldmask']).toBe('id')
  })

  test('costs the call for its place id only once, because the store keeps the place id', async () => {
    await resolved(cidLink(landmark))
    expect(await storedPlaceId()).toEqual({ id: landmark.placeId })
    simulator.reset()
    expect(await resolved(cidLink(landmark))).toMatchObject(theLandmark)
    expect(requestsTo(simulator)).toEqual([`details ${landmark.placeId}`])
  })

  test('is looked up by the place id that an earlier lookup stored, even if Google does not accept CIDs', async () => {
    simulator.zeroHalf = '400'
    await resolved(landmark.placeId)
    expect(await resolved(cidLink(landmark))).toMatchObject(theLandmark)
    expect(requestsTo(simulator)).toEqual([`details ${landmark.placeId}`, `details ${landmark.placeId}`])
  })

  test.each(['400', '404'] as const)(
    'fails with its identifiers if Google returns %s for CIDs, and no more CIDs are sent to Google',
    async (answer) => {
      simulator.zeroHalf = answer
      await expect(resolved(cidLink(landmark))).rejects.toMatchObject(incomplete)
      const calls = simulator.calls.length
      await expect(resolved(cidLink(landmark))).rejects.toMatchObject(incomplete)
      await expect(resolved(cidLink(special(101)))).rejects.toMatchObject({ code: 'upstream_unavailable' })
      expect(simulator.calls).toHaveLength(calls)
      // All of these calls were free.
      expect(await readSpending()).toMatchObject({ calls: { details_ids: 2, legacy_ids: 1 }, billable: 0 })
    },
  )

  test('is not found if it has no listing, and other CIDs are still looked up', async () => {
    const nobody = madeUpIds(8_000_000_000_000_000_001n)
    await expect(resolved(cidLink(nobody))).rejects.toMatchObject({ code: 'listing_not_found' })
    expect(await resolved(cidLink(landmark))).toMatchObject(theLandmark)
    simulator.reset()
    await expect(resolved(cidLink(nobody))).rejects.toMatchObject({ code: 'listing_not_found' })
    expect(simulator.calls).toHaveLength(1)
  })

  test('fails, and stores no place id, if Google returns another CID’s place id', async () => {
    simulator.script({ placeId: zeroHalf(landmark), alter: (place) => ({ ...place, id: special(101).placeId }) })
    await expect(resolved(cidLink(landmark))).rejects.toMatchObject(incomplete)
    expect(await storedPlaceId()).toBeNull()
  })

  test('fails, and stores no place id, if Google only returns the placeholder that it received', async () => {
    simulator.script({ placeId: zeroHalf(landmark), alter: (place) => ({ ...place, id: zeroHalf(landmark) }) })
    await expect(resolved(cidLink(landmark))).rejects.toMatchObject(incomplete)
    expect(await storedPlaceId()).toBeNull()
  })

  test('is looked up again if its stored place id is stale or invalid, or belongs to another listing', async () => {
    const { redis } = await store()
    for (const placeId of [placeIdOf({ cell: 99n, cid: landmark.cid }), special(101).placeId, 'nonsense']) {
      await redis.set(`place:${landmark.cid}`, { id: placeId })
      expect(await resolved(cidLink(landmark))).toMatchObject(theLandmark)
      expect(await storedPlaceId()).toEqual({ id: landmark.placeId })
    }
    await redis.set(`place:${landmark.cid}`, 12345)
    expect(await resolved(cidLink(landmark))).toMatchObject(theLandmark)
  })

  test('is not looked up a second time if its stored place id is stale and Google does not accept CIDs', async () => {
    simulator.zeroHalf = '400'
    const { redis } = await store()
    await redis.set(`place:${landmark.cid}`, { id: placeIdOf({ cell: 99n, cid: landmark.cid }) })
    await expect(resolved(cidLink(landmark))).rejects.toMatchObject(incomplete)
    expect(await storedPlaceId()).toBeNull()
    simulator.reset()
    await expect(resolved(cidLink(landmark))).rejects.toMatchObject(incomplete)
    expect(simulator.calls).toHaveLength(0)
  })

  test('returns the current identifiers of a listing that has moved', async () => {
    expect(await resolved(cidLink(special(201)))).toMatchObject(theLandmark)
  })
})
