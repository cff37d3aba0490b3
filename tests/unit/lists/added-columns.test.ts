import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { rowOf } from '@/server/features/batches/batch-row'
import {
  addedCells,
  addedHeadings,
  isAddedHeading,
  tableCells,
  tableHeadings,
} from '@/server/features/lists/added-columns'
import type { NotSentReason } from '@/server/features/lists/row-state'
import { csvRows, plainCsvRows } from '@/server/platform/runtime/csv'

const cid = '17759648132674796470'
const columns = ['cid', 'shop']
const source = { columns, duplicateOf: 2, previousFindings: null, isOver: true, details: null }
const found = rowOf({
  ...source,
  index: 6,
  item: ['=1+1', ' a "b"'],
  result: { by: 'convert', cid, nameMatch: 'same', businessStatus: null },
})
const notSent = (notSent: NotSentReason, item: string[] = []) =>
  rowOf({ ...source, index: 0, item, duplicateOf: null, result: { notSent } })
const table = [tableHeadings(columns), tableCells(found, columns)]
const read = (csv: string) => Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data

test('every added heading begins with pinref_, and is recognized in any case', () => {
  expect(addedHeadings.every((heading) => heading.startsWith('pinref_'))).toBe(true)
  expect(addedHeadings.map((heading) => ` ${heading.toUpperCase()}`).every(isAddedHeading)).toBe(true)
  expect(['cid', 'pinref', 'pinref_notes', ''].some(isAddedHeading)).toBe(false)
})

describe('a table with the added columns', () => {
  test('for a spreadsheet keeps every digit of a CID and disables formulas', () => {
    const own = { cid: "'=1+1", shop: ' a "b"', pinref_cid: `="${cid}"` }
    expect(read(csvRows(table))).toMatchObject([{ ...own, pinref_state: 'found', pinref_row: '7' }])
  })

  test('for a program has every cell unchanged', () => {
    const own = { cid: '=1+1', shop: ' a "b"', pinref_cid: cid }
    expect(read(plainCsvRows(table))).toMatchObject([{ ...own, pinref_duplicate_of: '3', pinref_name_match: 'same' }])
    expect(plainCsvRows([['a', 'b c', 'd;e', '-1', 5, null, 'f,g', 'h\ni', 'j"', ' k']])).toBe(
      'a,b c,d;e,-1,5,,"f,g","h\ni","j"""," k"\r\n',
    )
  })

  test('has the findings of each line in one cell, or fine, and numbers for its position', () => {
    const details = { title: 'Opera', titleLanguage: 'en', location: { latitude: -33.8567844, longitude: 151.2153 } }
    const result = { by: 'resolve', cid, placeId: 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY', kgId: null } as const
    const listed = { ...result, status: 'listed', movedFrom: null, nameMatch: null } as const
    const rowWith = (businessStatus: 'operational' | 'closed_permanently', duplicateOf: number | null) =>
      rowOf({ ...source, index: 0, item: [], duplicateOf, details, result: { ...listed, businessStatus } })
    const rows = [rowWith('closed_permanently', 2), rowWith('operational', null), notSent('no_link'), notSent('blank')]
    const cells = read(csvRows([addedHeadings, ...rows.map(addedCells)]))
    const findings = ['closed_permanently, duplicate', 'fine', 'not_checked', '']
    expect(cells.map(({ pinref_findings }) => pinref_findings)).toEqual(findings)
    expect(cells[0]).toMatchObject({
      pinref_title_language: 'en',
      pinref_latitude: '-33.856784',
      pinref_longitude: '151.2153',
      pinref_reviews_url: expect.stringContaining('/local/reviews?placeid='),
      pinref_directions_url: expect.stringContaining('/maps/dir/?api=1'),
    })
    expect(addedCells(rows[0] as (typeof rows)[number])).toContain(-33.856784)
  })

  test('has the added headings in the heading row, nothing in title rows, and the reason in rows that were not sent', () => {
    expect(addedCells(notSent('heading'))).toEqual(addedHeadings)
    expect(addedCells(notSent('title')).every((cell) => cell === null)).toBe(true)
    const [row] = read(plainCsvRows([addedHeadings, addedCells(notSent('no_link', ['', 'Roma']))]))
    expect(row).toMatchObject({
      pinref_state: 'not_sent',
      pinref_code: 'no_link',
      pinref_reason: expect.stringContaining('no link'),
    })
  })
})
