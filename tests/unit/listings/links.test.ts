import { expect, test } from 'vitest'
import { assembleListing } from '@/server/features/listings/listing'
import { cidFromDecimal } from '@/server/places/identifiers/cid'
import { readReference } from '@/server/places/links/read-reference'

const hosts = { MAP_HOST: 'https://maps.google.com', REVIEW_HOST: 'https://search.google.com' }
const placeId = 'ChIJ3S-JXmauEmsRUcIaWtf4MzE'
const cid = cidFromDecimal('3545450935484072529')
if (cid === null) throw new Error('The example is not a CID.')
const asked = { cid, kgId: null, title: 'Sydney Opera House' }

test.each(['maps_url', 'review_url', 'reviews_url', 'directions_url'] as const)(
  'the %s of a listing is read back as that listing',
  (name) => {
    const link = assembleListing({ ...asked, placeId }, null, hosts)[name] ?? ''
    expect(URL.canParse(link)).toBe(true)
    expect(readReference(link)).toMatchObject({ kind: 'listing', cid, placeId: name === 'maps_url' ? null : placeId })
  },
)

test('a listing without a place id has only the links that its CID is enough for', () => {
  const { maps_url, review_url, reviews_url, directions_url } = assembleListing(
    { ...asked, placeId: null },
    null,
    hosts,
  )
  expect({ maps_url, review_url, reviews_url, directions_url }).toEqual({
    maps_url: 'https://maps.google.com/?cid=3545450935484072529',
    review_url: null,
    reviews_url: null,
    directions_url: null,
  })
})
