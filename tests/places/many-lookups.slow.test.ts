import { expect, test } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { readSpending } from '@/server/places/upstream/spending'
import { numberedListing } from '../simulator/listings'
import { billable } from '../simulator/skus'
import { patient, placesForTests, special } from './places'

const places = await placesForTests()
const { simulator } = places
process.env.LINK_GATEWAY_URL = simulator.linksUrl

const isLong = process.env.LONG_FORMS !== undefined

/** The price table's 100,000 lookups, or a fraction of them. */
const many = isLong ? 100_000 : 2_000

test(`${many} lookups with details none or checked are free`, {
  timeout: isLong ? 1_800_000 : 120_000,
}, async () => {
  simulator.resolution = 'documented'
  const texts: ReadonlyArray<(number: number) => string> = [
    (number) => numberedListing(number).placeId,
    (number) => `https://maps.google.com/?cid=${numberedListing(number).cid}`,
    (number) => `https://maps.app.goo.gl/sim-cid-${numberedListing(number).cid}`,
    (number) => placeIdOf({ cell: 99n, cid: numberedListing(number).cid }),
    (number) => special(201 + (number % 3)).placeId,
  ]
  let next = 0
  const worker = async () => {
    for (let number = next++; number < many; number = next++) {
      const text = texts[Math.floor(number / 2) % texts.length]?.(number) ?? ''
      const details = number % 2 === 0 ? 'none' : 'checked'
      expect(await resolve(text, places.source, patient({ details }))).toMatchObject({
        rating: null,
        listing_status: expect.any(String),
      })
    }
  }
  await Promise.all(Array.from({ length: 24 }, worker))
  expect(Object.keys(simulator.skus).sort()).toEqual(['Place Details IDs Only', 'Resolution API'])
  expect(billable(simulator.skus)).toBe(0)
  expect(await readSpending()).toMatchObject({
    billable: 0,
    calls: { details_ids: simulator.skus['Place Details IDs Only'] },
  })
})
