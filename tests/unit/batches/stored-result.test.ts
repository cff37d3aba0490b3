import { expect, test } from 'vitest'
import { listingOf, rowOf } from '@/server/features/batches/batch-row'
import { type Result, resultFromStored, type StoredResult, storedResult } from '@/server/features/batches/stored-result'
import { assembleListing } from '@/server/features/listings/listing'
import { cidFromDecimal } from '@/server/places/identifiers/cid'
import { env } from '@/server/platform/settings/env'

const source = { index: 0, columns: [], duplicateOf: null, previousFindings: null, isOver: false, details: null }
const cid = '17759648132674796470'
const placeId = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

test('a row has the whole listing, rebuilt from its stored identifiers and details', () => {
  const row = rowOf({
    ...source,
    item: 'x',
    result: {
      by: 'resolve',
      cid,
      placeId,
      kgId: '/g/1',
      status: 'moved',
      movedFrom: { cid, placeId: 'ChIJold' },
      nameMatch: 'similar',
      businessStatus: 'closed_permanently',
    },
    details: { title: 'Roma', rating: 4.5, reviewsCount: 12 },
  })
  expect(row).toMatchObject({
    row: 1,
    state: 'found',
    reason: null,
    name_match: 'similar',
    listing_status: 'moved',
    business_status: 'closed_permanently',
    findings: ['moved', 'closed_permanently'],
    input: 'x',
    problem: null,
    listing: {
      title: 'Roma',
      rating: '4.5',
      reviews_count: 12,
      cid,
      place_id: placeId,
      kg_id: '/g/1',
      listing_status: 'moved',
      hex_cid: '0xf676f1e1cc02bbb6',
      moved_from: { cid, place_id: 'ChIJold' },
    },
  })
  expect(row.listing?.review_url).toContain(placeId)
})

test('a listing built from its stored data equals the original', () => {
  const [requestedCid, other] = [cidFromDecimal(cid), cidFromDecimal('7')]
  if (!requestedCid || !other) throw new Error('these are CIDs')
  const facts = {
    title: 'Roma',
    address: 'Piazza 1',
    businessStatus: 'operational',
    rating: 4,
    reviewsCount: 3,
  } as const
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
      const { cid, place_id, kg_id, listing_status, moved_from } = found
      const movedFrom = moved_from && { cid: moved_from.cid, placeId: moved_from.place_id }
      const details = { ...(source && 'title' in source ? facts : {}), title: found.title }
      const businessStatus = source && 'businessStatus' in source ? source.businessStatus : null
      const identifiers = {
        by: 'resolve',
        cid,
        placeId: place_id,
        kgId: kg_id,
        status: listing_status,
        movedFrom,
      } as const
      const stored = listingOf({ ...identifiers, nameMatch: null, businessStatus }, details)
      expect(stored).toEqual({ ...found, matches: null })
    }
  }
})

test('a row without a result is waiting, or was not sent if its batch has ended, and an unreadable row says why', () => {
  const without = rowOf({ ...source, item: { url: 'x' }, result: null })
  expect(without).toMatchObject({ state: 'waiting', reason: null, listing: null, problem: null })
  expect(rowOf({ ...source, item: 'x', result: null, isOver: true })).toMatchObject({
    state: 'not_sent',
    reason: 'ended',
  })
  const result = { code: 'invalid_request', detail: 'This line is not JSON.', cid: null, placeId: null } as const
  const row = rowOf({ ...source, item: [0, 'This line is not JSON.', '{'], result })
  expect(row).toMatchObject({ state: 'unreadable', input: '{', problem: { code: 'invalid_request' } })
  expect(rowOf({ ...source, item: '', result: { notSent: 'blank' } })).toMatchObject({
    state: 'not_sent',
    reason: 'blank',
    problem: null,
  })
  const gone = { code: 'listing_not_found', detail: 'Gone.', cid, placeId: null } as const
  expect(rowOf({ ...source, item: 'x', result: gone }).state).toBe('not_found')
  expect(rowOf({ ...source, item: 'x', result: { ...gone, code: 'internal_error' } }).state).toBe('failed')
})

test('every kind of result is the same after it was stored', () => {
  const movedFrom = { cid: '7', placeId: null }
  const results: Result[] = [
    {
      by: 'resolve',
      cid,
      placeId,
      kgId: null,
      status: 'listed',
      movedFrom: null,
      nameMatch: null,
      businessStatus: null,
    },
    {
      by: 'resolve',
      cid,
      placeId,
      kgId: '/g/1',
      status: 'moved',
      movedFrom,
      nameMatch: 'same',
      businessStatus: 'operational',
    },
    { by: 'search', cid, placeId, matches: 2, nameMatch: 'different', businessStatus: 'closed_permanently' },
    { by: 'convert', cid, nameMatch: null, businessStatus: null },
    { code: 'listing_not_found', detail: 'Gone.', cid, placeId: null },
    { notSent: 'no_link' },
    { sameAs: 0 },
  ]
  expect(results.map(storedResult).map(resultFromStored)).toEqual(results)
})

test('a result that was stored without a business status can still be read', () => {
  const found = { cid, placeId, nameMatch: 'same', businessStatus: null }
  const resolved: StoredResult = ['resolve', cid, placeId, null, 'listed', null, 'same']
  const searched: StoredResult = ['search', cid, placeId, 2, 'same']
  expect(resultFromStored(resolved)).toMatchObject({ by: 'resolve', status: 'listed', ...found })
  expect(resultFromStored(searched)).toMatchObject({ by: 'search', matches: 2, ...found })
})
