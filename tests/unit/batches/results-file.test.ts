import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvHead, csvLines } from '@/server/batches/results-file'
import { rowOf } from '@/server/batches/row'

const known = { line: 0, columns: [], sameAs: null, details: null }
const cid = '17759648132674796470'
const placeId = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

test('a row has the whole listing, made from its stored identifiers and details', () => {
  const row = rowOf({
    ...known,
    item: 'x',
    result: ['resolve', cid, placeId, '/g/1', 'moved', ['7', 'ChIJold']],
    details: ['Roma', '4.5', 12, null],
  })
  expect(row).toMatchObject({
    ...{ line: 1, status: 'found', input: 'x', problem: null },
    listing: {
      ...{ title: 'Roma', rating: '4.5', reviews_count: 12, cid, place_id: placeId, kg_id: '/g/1', status: 'moved' },
      hex_cid: '0xf676f1e1cc02bbb6',
      moved_from: { cid: '7', place_id: 'ChIJold' },
    },
  })
  expect(row.listing?.review_url).toContain(placeId)
})

test('the CSV keeps CIDs whole in a spreadsheet, disarms formulas, and keeps the caller’s column names', () => {
  const columns = ['cid', 'shop']
  const row = rowOf({ ...known, item: ['=1+1', 'a "b"'], columns, result: ['convert', cid] })
  const csv = csvHead(columns) + csvLines([row], columns)
  expect(csv.startsWith('\ufeffcid,shop,line,')).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(csv.slice(1), { header: true, skipEmptyLines: true })
  expect(data).toMatchObject([{ cid: "'=1+1", shop: 'a "b"', pinref_cid: `="${cid}"`, status: 'found', line: '1' }])
})

test('a line that was never looked up has the status “left”, and an unreadable one says why', () => {
  expect(rowOf({ ...known, item: { url: 'x' }, result: null })).toMatchObject({
    status: 'left',
    listing: null,
    problem: null,
  })
  const result = ['problem', 'invalid_request', 'This line is not JSON.', null, null] as [
    'problem',
    string,
    string,
    null,
    null,
  ]
  const row = rowOf({ ...known, item: [0, 'This line is not JSON.', '{'], result })
  expect(row).toMatchObject({ status: 'unreadable', input: '{', problem: { code: 'invalid_request' } })
})
