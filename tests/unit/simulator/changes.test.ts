import { afterAll, beforeEach, expect, test } from 'vitest'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { landmark, numberedListing } from '@/tests/simulator/listings'
import { startSimulator } from '@/tests/simulator/simulator'

const simulator = await startSimulator()
const { placesUrl, apiKey } = simulator
beforeEach(() => simulator.reset())
afterAll(simulator.stop)

const other = numberedListing(7)
const moved = placeIdOf({ cell: 77n, cid: landmark.cid })
const zeroHalf = placeIdOf({ cell: 0n, cid: landmark.cid })

async function details(placeId: string, mask = 'id,movedPlaceId') {
  const headers = { 'x-goog-api-key': apiKey, 'x-goog-fieldmask': mask }
  const response = await fetch(`${placesUrl}/v1/places/${placeId}`, { headers })
  return response.ok ? response.json() : response.status
}

const control = (change: unknown) =>
  fetch(`${placesUrl}/control/listings`, { method: 'POST', body: JSON.stringify(change) })

test('a listing that was removed on command is stale until it is restored', async () => {
  expect((await control({ place_id: landmark.placeId, gone: true })).status).toBe(200)
  expect(await details(landmark.placeId)).toBe(404)
  expect(await details(zeroHalf)).toBe(404)
  await control({ place_id: landmark.placeId, moved_to: null, gone: false })
  expect(await details(landmark.placeId)).toEqual({ id: landmark.placeId })
})

test('a listing that was moved on command has only the new place id', async () => {
  await control([{ place_id: landmark.placeId, moved_to: moved }])
  expect(await details(landmark.placeId)).toBe(404)
  expect(await details(moved)).toEqual({ id: moved })
  expect(await details(zeroHalf)).toEqual({ id: moved })
})

test('a listing that was merged on command points to the other listing until a reset', async () => {
  simulator.change({ place_id: landmark.placeId, moved_to: other.placeId })
  expect(await details(landmark.placeId)).toEqual({ id: landmark.placeId, movedPlaceId: other.placeId })
  simulator.reset()
  expect(await details(landmark.placeId)).toEqual({ id: landmark.placeId })
})

test('a business that was closed on command stays closed until it reopens', async () => {
  await control({ place_id: landmark.placeId, business_status: 'CLOSED_PERMANENTLY' })
  expect(await details(landmark.placeId, 'businessStatus')).toEqual({ businessStatus: 'CLOSED_PERMANENTLY' })
  await control({ place_id: landmark.placeId })
  expect(await details(landmark.placeId, 'businessStatus')).toEqual({ businessStatus: 'OPERATIONAL' })
})

test.each([[{ place_id: 'ChIJ' }], [{ place_id: landmark.placeId, moved_to: 'x' }], [{ gone: true }], ['x']])(
  'an invalid change is rejected: %j',
  async (change) => {
    expect((await control(change)).status).toBe(400)
    expect(await details(landmark.placeId)).toEqual({ id: landmark.placeId })
  },
)
