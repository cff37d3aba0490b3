import { expect, test } from 'vitest'
import { onlyMatch } from '@/server/features/listings/search'
import type { SearchResult } from '@/server/features/listings/shapes'

const listing = (title: string, address: string | null): SearchResult => ({
  title,
  title_language: null,
  address,
  location: null,
  business_status: null,
  cid: '1',
  hex_cid: '0x1',
  place_id: 'ChIJ',
  rating: null,
  reviews_count: 0,
  maps_url: 'https://maps.google.com/?cid=1',
  review_url: 'https://search.google.com/',
  reviews_url: 'https://search.google.com/',
  directions_url: 'https://www.google.com/',
})

const carmine = listing('Joe’s Pizza', '7 Carmine St, New York, NY 10014, United States')
const broadway = listing('Joe’s Pizza', '1435 Broadway, New York, NY 10018, United States')
const uncle = listing('Uncle Joe’s Pizza', '1 Main St, Springfield, United States')

test.each([
  ['of that name', "Joe's Pizza", [carmine, uncle], carmine],
  ['of that name, whatever its case and accents', 'CAFE DE FLORE', [listing('Café de Flore', null), uncle], 0],
  ['at that address', "joe's pizza, 1435 Broadway, New York", [carmine, broadway, uncle], broadway],
  ['found, though of another name', 'Joes Pizza Springfield', [uncle], uncle],
])('a name resolves to the only listing %s', (_, name, results, match) => {
  expect(onlyMatch(name, results)).toBe(match === 0 ? results[0] : match)
})

test.each([
  ['nothing was found', "Joe's Pizza", []],
  ['two have the name, and no address is given', "Joe's Pizza", [carmine, broadway]],
  ['two have the name, and neither has the address', "Joe's Pizza, 5 Oak Lane", [carmine, broadway]],
  ['two have the name and the address', "Joe's Pizza, New York", [carmine, broadway]],
  ['the text is longer than the name, and several were found', "Joe's Pizza Supply Company", [carmine, uncle]],
  ['none of several has the name', 'Pizza', [carmine, uncle]],
  [
    'none of several has an address',
    "Joe's Pizza, New York",
    [listing('Joe’s Pizza', null), listing('Joe’s Pizza', null)],
  ],
])('a name does not resolve to a listing if %s', (_, name, results) => {
  expect(onlyMatch(name, results)).toBeNull()
})
