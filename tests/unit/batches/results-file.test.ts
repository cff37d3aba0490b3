import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvHead, csvLines } from '@/server/features/batches/results-file'
import { listingOf, rowOf } from '@/server/features/batches/row'
import { type Result, resultFromStored, storedResult } from '@/server/features/batches/stored-result'
import { assembleListing } from '@/server/features/listings/listing'
import { cidFromDecimal } from '@/server/places/identifiers/cid'
import { env } from '@/server/platform/settings/env'

const source = { line: 0, columns: [], sameAs: null, details: null }
const cid = '17759648132674796470'
const placeId = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

test('a row has the whole listing, rebuilt from its stored identifiers and details', () => {
  const row = rowOf({
    ...source,
    item: 'x',
    result: { by: 'resolve', cid, placeId, kgId: '/g/1', status: 'moved', movedFrom: { cid, placeId: 'ChIJold' } },
    details: { title: 'Roma', rating: 4.5, reviewsCount: 12 },
  })
  expect(row).toMatchObject({
    line: 1,
    status: 'found',
    input: 'x',
    problem: null,
    listing: {
      title: 'Roma',
      rating: '4.5',
      reviews_count: 12,
      cid,
      place_id: placeId,
      kg_id: '/g/1',
      status: 'moved',
      hex_cid: '0xf676f1e1cc02bbb6',
      moved_from: { cid, place_id: 'ChIJold' },
    },
  })
  expect(row.listing?.review_url).toContain(placeId)
})

test('a listing built from its stored data equals the original', () => {
  const [requestedCid, other] = [cidFromDecimal(cid), cidFromDecimal('7')]
  if (!requestedCid || !other) throw new Error('these are CIDs')
  const facts = { title: 'Roma', address: 'Piazza 1', rating: 4, reviewsCount: 3 }
  const texts = [placeId, null].flatMap((placeId) => [{ cid: requestedCid, placeId, kgId: '/g/1', title: 'As linked' }])
  const answers = [
    null,
    { cid: requestedCid, placeId },
    ...[requestedCid, other].map((cid) => ({ cid, placeId: 'ChIJnew', stalePlaceId: placeId, ...facts })),
    { cid: requestedCid, placeId, ...facts, title: null },
  ]
  for (const text of texts) {
    for (const source of answers) {
      const found = assembleListing(text, source, env())
      const { cid, place_id, kg_id, status, moved_from } = found
      const movedFrom = moved_from && { cid: moved_from.cid, placeId: moved_from.place_id }
      const details = { ...(source && 'title' in source ? facts : {}), title: found.title }
      const stored = listingOf({ by: 'resolve', cid, placeId: place_id, kgId: kg_id, status, movedFrom }, details)
      expect(stored).toEqual({ ...found, matches: null })
    }
  }
})

test('the CSV keeps CIDs intact in a spreadsheet, disarms formulas, and keeps the caller’s column names', () => {
  const columns = ['cid', 'shop']
  const row = rowOf({ ...source, item: ['=1+1', 'a "b"'], columns, result: { by: 'convert', cid } })
  const csv = csvHead(columns) + csvLines([row], columns)
  expect(csv.startsWith('\ufeffcid,shop,line,')).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(csv.slice(1), { header: true, skipEmptyLines: true })
  expect(data).toMatchObject([{ cid: "'=1+1", shop: 'a "b"', pinref_cid: `="${cid}"`, status: 'found', line: '1' }])
})

test('a line that was never looked up has the status “left”, and an unreadable line says why', () => {
  expect(rowOf({ ...source, item: { url: 'x' }, result: null })).toMatchObject({
    status: 'left',
    listing: null,
    problem: null,
  })
  const result = { code: 'invalid_request', detail: 'This line is not JSON.', cid: null, placeId: null } as const
  const row = rowOf({ ...source, item: [0, 'This line is not JSON.', '{'], result })
  expect(row).toMatchObject({ status: 'unreadable', input: '{', problem: { code: 'invalid_request' } })
})

test('every kind of result is the same after it was stored', () => {
  const movedFrom = { cid: '7', placeId: null }
  const results: Result[] = [
    { by: 'resolve', cid, placeId, kgId: null, status: 'listed', movedFrom: null },
    { by: 'resolve', cid, placeId, kgId: '/g/1', status: 'moved', movedFrom },
    { by: 'search', cid, placeId, matches: 2 },
    { by: 'convert', cid },
    { code: 'listing_not_found', detail: 'Gone.', cid, placeId: null },
    { sameAs: 0 },
  ]
  expect(results.map(storedResult).map(resultFromStored)).toEqual(results)
})
