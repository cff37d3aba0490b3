import { expect, test } from 'vitest'
import { decimalCid } from '@/server/places/identifiers/cid'
import { landmark } from '../simulator/listings'
import { call } from './call'
import { placesForTests, special } from './places'

const { simulator } = await placesForTests()

test('the detail level is read from the body and is full by default', async () => {
  const { status, body } = await call('resolve', { url: landmark.placeId, details: 'none' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ title: null, place_id: landmark.placeId, listing_status: 'unchecked', moved_from: null })
  expect(simulator.calls).toEqual([])
  await call('resolve', { url: landmark.placeId, details: 'checked' })
  expect(simulator.skus).toEqual({ 'Place Details IDs Only': 1 })
  await call('resolve', { url: landmark.placeId })
  expect(simulator.skus).toEqual({ 'Place Details IDs Only': 1, 'Place Details Enterprise': 1 })
})

test.each(['all', '', 'FULL', null, 1, ['none']])(
  'an unknown detail level is rejected with a list of the allowed levels: %j',
  async (details) => {
    const { status, body } = await call('resolve', { url: landmark.placeId, details })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(body.errors).toEqual([{ pointer: '/details', detail: 'Send details as one of none, checked, full.' }])
  },
)

test('a listing that is gone returns 404 with its identifiers and is not counted', async () => {
  const { placeId, cid } = special(404)
  const { status, body, remaining } = await call('resolve', { url: placeId, details: 'checked' })
  expect({ status, remaining }).toEqual({ status: 404, remaining: 5 })
  expect(body.identifiers).toEqual({ cid: decimalCid(cid), hex_cid: `0x${cid.toString(16)}`, place_id: placeId })
})
