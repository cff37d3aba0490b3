import { expect, test } from 'vitest'
import { billable, skuOfDetails, skuOfLegacy, skuOfSearch } from '@/tests/simulator/skus'

const none = new URLSearchParams()
const mask = (fields: string) => ({ 'x-goog-fieldmask': fields })

test.each([
  ['id', 'Place Details IDs Only'],
  ['id,movedPlace,movedPlaceId', 'Place Details IDs Only'],
  ['id,formattedAddress', 'Place Details Essentials'],
  ['id,displayName.text', 'Place Details Pro'],
  ['id,displayName,formattedAddress,rating,userRatingCount,movedPlaceId', 'Place Details Enterprise'],
  ['id,reviews', 'Place Details Enterprise + Atmosphere'],
  ['*', 'Place Details Enterprise + Atmosphere'],
])('one dear field makes a call of Details dear: %s', (fields, sku) => {
  expect(skuOfDetails(mask(fields), none)).toBe(sku)
  expect(skuOfDetails({}, new URLSearchParams({ fields }))).toBe(sku)
})

test.each([
  ['places.id,nextPageToken', 'Text Search IDs Only'],
  ['places.id,places.formattedAddress', 'Text Search Pro'],
  ['places.id,places.rating', 'Text Search Enterprise'],
])('and one of Text Search: %s', (fields, sku) => {
  expect(skuOfSearch(mask(fields), none)).toBe(sku)
})

test('of the older API the place id alone is free', () => {
  expect(skuOfLegacy(new URLSearchParams({ fields: 'place_id' }))).toBe('Places Details - ID Refresh')
  expect(skuOfLegacy(none)).toBe('Place Details (Legacy)')
})

test('what is free is not billable', () => {
  expect(billable({ 'Place Details IDs Only': 5, 'Places Details - ID Refresh': 2, 'Text Search Pro': 3 })).toBe(3)
})
