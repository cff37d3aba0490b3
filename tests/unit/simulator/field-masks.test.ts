import { afterAll, describe, expect, test } from 'vitest'
import { startSimulator } from '@/tests/simulator/simulator'
import { billable, skuOfDetails, skuOfLegacy, skuOfSearch } from '@/tests/simulator/skus'

/*
 * The Places tests rely on this but cannot prove it: the simulator rejects and bills field
 * masks the way Google does. If it were lenient, an invalid or expensive mask in Pinref would pass.
 */

const { placesUrl, apiKey, stop } = await startSimulator()
afterAll(stop)

const trevi = `${placesUrl}/v1/places/ChIJ1UCDJ1NgLxMRtrsCzOHxdvY`
const key = { 'x-goog-api-key': apiKey }
const none = new URLSearchParams()
const mask = (fields: string) => ({ 'x-goog-fieldmask': fields })

const details = (fields: string) => fetch(trevi, { headers: { ...key, ...mask(fields) } })
const search = (fields: string) =>
  fetch(`${placesUrl}/v1/places:searchText`, {
    method: 'POST',
    headers: { ...key, ...mask(fields) },
    body: '{"textQuery":"pizza"}',
  })

describe('a field mask', () => {
  test.each([
    ['Details', details, 'places.id,places.displayName', 'places.id'],
    ['Details', details, 'id,nonsense', 'nonsense'],
    ['Details', details, 'id, displayName', ' displayName'],
    ['Details', details, 'id,', ''],
    ['Text Search', search, 'id,displayName', 'id'],
    ['Text Search', search, 'places.id,rating', 'rating'],
    ['Text Search', search, 'places.nonsense', 'places.nonsense'],
  ])('is rejected by %s if it is wrong, with Google’s message: “%s”', async (_, ask, fields, path) => {
    const response = await ask(fields)
    const description = `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`
    const violation = { fieldViolations: [{ field: fields, description }] }
    expect(await response.json()).toEqual({
      error: {
        code: 400,
        message: 'Request contains an invalid argument.',
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', ...violation }],
      },
    })
  })

  test('is required, and must be sent only once', async () => {
    const without = await fetch(trevi, { headers: key })
    expect(without.status).toBe(400)
    expect((await without.json()).error.message).toMatch(/^FieldMask is a required parameter/)
    const twice = new Headers({ ...key, ...mask('id') })
    twice.append('X-Goog-FieldMask', 'displayName')
    expect((await fetch(trevi, { headers: twice })).status).toBe(400)
  })

  test('may be in the query, and may contain a subfield', async () => {
    const response = await fetch(`${trevi}?fields=displayName.text`, { headers: key })
    expect(await response.json()).toEqual({ displayName: { text: 'Trevi Fountain' } })
  })
})

test.each([
  ['id', 'Place Details IDs Only'],
  ['id,movedPlace,movedPlaceId', 'Place Details IDs Only'],
  ['id,formattedAddress', 'Place Details Essentials'],
  ['id,displayName.text', 'Place Details Pro'],
  [
    'id,displayName,formattedAddress,businessStatus,location,rating,userRatingCount,movedPlaceId',
    'Place Details Enterprise',
  ],
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

test('a Details call to the older API for only the place id has the ID Refresh SKU', () => {
  expect(skuOfLegacy(new URLSearchParams({ fields: 'place_id' }))).toBe('Places Details - ID Refresh')
  expect(skuOfLegacy(none)).toBe('Place Details (Legacy)')
})

test('calls with free SKUs are not billable', () => {
  expect(billable({ 'Place Details IDs Only': 5, 'Places Details - ID Refresh': 2, 'Text Search Pro': 3 })).toBe(3)
})
