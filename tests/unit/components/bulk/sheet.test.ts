import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { cellText } from '@/components/bulk/read-sheet'
import { sheetOf } from '@/components/bulk/write-sheet'
import type { Row } from '@/server/features/lists/row'

const row: Row = {
  row: 2,
  state: 'not_found',
  reason: null,
  duplicate_of: null,
  name_match: null,
  listing_status: null,
  business_status: null,
  listing: null,
  input: { shop: '=1+1', cid: '17759648132674796470' },
  problem: { code: 'listing_not_found', detail: 'It is gone.', cid: '17759648132674796470', place_id: null },
}

test('a workbook starts with the user’s own columns, and keeps every digit of a CID as text', async () => {
  const [head, cells] = await readSheet(await sheetOf([row], ['shop', 'cid']))
  expect(head?.slice(0, 4)).toEqual(['shop', 'cid', 'pinref_row', 'pinref_state'])
  expect(cells?.slice(0, 6)).toEqual([
    '=1+1',
    '17759648132674796470',
    2,
    'not_found',
    'listing_not_found',
    'It is gone.',
  ])
  expect(cells?.[head?.indexOf('pinref_cid') ?? 0]).toBe('17759648132674796470')
})

test('a cell with a rounded CID is read with its exponent, not as an exact number', () => {
  expect(cellText(Number('2950359333223072708'))).toMatch(/^2\.95\d+E\+18$/)
  expect(cellText(42)).toBe('42')
  expect(cellText(null)).toBe('')
  expect(cellText(new Date('2026-11-22T00:00:00Z'))).toBe('2026-11-22')
})
