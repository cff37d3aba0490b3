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
])('the most expensive field sets the SKU of a Details call: %s', (fields, sku) => {
  expect(skuOfDetails(mask(fields), none)).toBe(sku)
  expect(skuOfDetails({}, new URLSearchParams({ fields }))).toBe(sku)
})

test.each([
  ['places.id,nextPageToken', 'Text Search IDs Only'],
  ['places.id,places.formattedAddress', 'Text Search Pro'],
  ['places.id,places.rating', 'Text Search Enterprise'],
])('the most expensive field sets the SKU of a Text Search call: %s', (fields, sku) => {
  expect(skuOfSearch(mask(fields), none)).toBe(sku)
})

test('a Details call to the older API for the place id alone has the ID Refresh SKU', () => {
  expect(skuOfLegacy(new URLSearchParams({ fields: 'place_id' }))).toBe('Places Details - ID Refresh')
  expect(skuOfLegacy(none)).toBe('Place Details (Legacy)')
})

test('calls of free SKUs are not billable', () => {
  expect(billable({ 'Place Details IDs Only': 5, 'Places Details - ID Refresh': 2, 'Text Search Pro': 3 })).toBe(3)
})
