import { describe, expect, test } from 'vitest'
import { type AuditedBatch, filtersFor, itemOf, readItems } from '@/components/audit/batch-items'
import { type AuditItem, groupItems, maxItems } from '@/components/audit/items'
import type { FindingFilter } from '@/components/batches/line-view'
import type { Finding } from '@/server/features/lists/audit'
import type { Row } from '@/server/features/lists/row'

const item = (row: number, findings: Finding[]): AuditItem => ({
  key: String(row),
  row,
  name: '',
  reference: '',
  text: '',
  title: null,
  url: null,
  now: null,
  before: null,
  findings,
  fresh: [],
  details: [],
})

const line = (row: number, findings: Finding[], more: Partial<Row> = {}): Row => ({
  row,
  state: 'found',
  reason: null,
  input: '',
  duplicate_of: null,
  name_match: null,
  listing_status: 'listed',
  business_status: null,
  findings,
  previous_findings: null,
  listing: null,
  problem: null,
  ...more,
})

const none = { fine: 0, not_checked: 0 }

test('each line is listed once, under its most urgent finding, and counted under the others', () => {
  const items = [
    item(2, ['moved', 'name_differs']),
    item(3, ['name_differs']),
    item(4, ['closed_permanently', 'name_differs', 'duplicate']),
    item(5, []),
  ]
  const groups = groupItems(items).map(({ finding, items, above }) => [finding, items.map(({ row }) => row), above])
  expect(groups).toEqual([
    ['closed_permanently', [4], 0],
    ['moved', [2], 0],
    ['duplicate', [], 1],
    ['name_differs', [3], 2],
  ])
})

describe('the lines to list', () => {
  test('are read at once if they fit, and most urgent first otherwise', () => {
    const counts = { ...none, fine: 5, not_checked: 3_000, closed_permanently: 2, moved: 0, duplicate: 8 }
    expect(filtersFor(counts, 3_010)).toEqual(['closed_permanently', 'duplicate', 'not_checked'])
    expect(filtersFor({ ...none, fine: 5, moved: 2_000 }, 2_005)).toEqual(['any'])
    expect(filtersFor({ ...none, fine: 5 }, 5)).toEqual([])
  })

  test('are limited, without repetitions, and in the order of the sheet', async () => {
    const lines: Partial<Record<FindingFilter, Row[]>> = {
      closed_permanently: [line(9, ['closed_permanently', 'not_checked'])],
      not_checked: Array.from({ length: maxItems + 10 }, (_, index) => line(index + 1, ['not_checked'])),
    }
    const asked: FindingFilter[] = []
    const rows = await readItems(['closed_permanently', 'not_checked', 'moved'], async (finding, most) => {
      asked.push(finding)
      return lines[finding]?.slice(0, most) ?? []
    })
    expect(rows).toHaveLength(maxItems)
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: maxItems }, (_, index) => index + 1))
    // There was no room for others.
    expect(asked).toEqual(['closed_permanently', 'not_checked'])
  })
})

describe('a listed line', () => {
  const batch = (appeared: Partial<Record<Finding, number>> | null): AuditedBatch => ({
    column: 'link',
    name_column: 'shop',
    reference_column: 'number',
    audit: { previous: appeared && { appeared } } as AuditedBatch['audit'],
  })
  const input = { shop: ' Café Anna', link: 'ChIJ1', number: '4711' }

  test('has the client’s words, and the reason why it has no listing', () => {
    const problem = { code: 'listing_not_found', detail: 'No such listing.', cid: '7', place_id: null } as const
    expect(itemOf(line(3, ['not_found'], { input, state: 'not_found', problem }), batch(null))).toEqual({
      ...item(3, ['not_found']),
      name: 'Café Anna',
      reference: '4711',
      now: { cid: '7', place_id: null },
    })
    const unclear = { ...problem, detail: '3 listings match.', cid: null }
    expect(itemOf(line(3, ['not_found'], { input, state: 'not_found', problem: unclear }), batch(null))).toMatchObject({
      text: 'ChIJ1',
      now: null,
      details: ['3 listings match.'],
    })
    const text = itemOf(line(1, ['duplicate'], { input: 'ChIJ1', duplicate_of: 1_200 }), {
      ...batch(null),
      column: null,
    })
    expect(text).toMatchObject({ name: '', text: 'ChIJ1', details: ['Same listing as row 1,200.'] })
  })

  test('has a new finding only if the previous run could have found it', () => {
    const previous_findings: Finding[] = ['duplicate']
    const row = line(3, ['moved', 'closed_permanently', 'duplicate'], { previous_findings })
    expect(itemOf(row, batch({ moved: 1, closed_permanently: 0 })).fresh).toEqual(['moved'])
    expect(itemOf({ ...row, previous_findings: null }, batch({ moved: 1 })).fresh).toEqual([])
    expect(itemOf(row, batch(null)).fresh).toEqual([])
  })
})
