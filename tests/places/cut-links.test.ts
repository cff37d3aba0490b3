import { describe, expect, test } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { decimalCid } from '@/server/places/identifiers/cid'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { landmark, shortListing } from '../simulator/listings'
import { patient, placesForTests } from './places'

const places = await placesForTests()

const linkTo = (cid: bigint | string) => `https://maps.google.com/?cid=${cid}`
const short = linkTo(shortListing.cid)
/** A link to a listing with the last digits of its CID cut off. */
const cut = linkTo(decimalCid(landmark.cid).slice(0, 14))
const cutOff = {
  code: 'no_listing_in_link',
  message: expect.stringContaining('probably cut off'),
  identifiers: undefined,
}

const resolved = (text: string, level: DetailLevel, source = places.source) =>
  resolve(text, source, patient({ details: level }))

describe('a link that ends with a number too short for a CID', () => {
  test.each(['checked', 'full'] as const)('gets details "%s" if Google has such a listing', async (level) => {
    const listing = { cid: decimalCid(shortListing.cid), place_id: shortListing.placeId, listing_status: 'listed' }
    expect(await resolved(short, level)).toMatchObject(listing)
  })

  test.each(['checked', 'full'] as const)('is rejected with details "%s" if Google has no match', async (level) => {
    await expect(resolved(cut, level)).rejects.toMatchObject(cutOff)
  })

  test('is rejected with details "none", without a call to Google', async () => {
    await expect(resolved(short, 'none')).rejects.toMatchObject(cutOff)
    expect(places.simulator.calls).toHaveLength(0)
  })

  test('is rejected without live data, which the decision requires', async () => {
    await expect(resolved(short, 'full', sampleSource)).rejects.toMatchObject(cutOff)
  })

  test('fails without identifiers if Google cannot look up CIDs', async () => {
    places.simulator.zeroHalf = '400'
    const unknown = { code: 'upstream_unavailable', identifiers: undefined }
    await expect(resolved(short, 'full')).rejects.toMatchObject(unknown)
  })
})

test('the same number by itself is looked up like any other CID', async () => {
  expect(await resolved(decimalCid(shortListing.cid), 'none')).toMatchObject({ cid: decimalCid(shortListing.cid) })
})
