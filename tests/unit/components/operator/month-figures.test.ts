import { expect, test } from 'vitest'
import {
  callFigures,
  callRows,
  googleFigures,
  googleRows,
  type Month,
  marginCents,
  operationLabels,
} from '@/components/operator/month-figures'

const month: Month = {
  month: '2026-11',
  months: ['2026-11'],
  calls: [
    { operation: 'resolve', outcome: 'ok', calls: 12_000 },
    { operation: 'resolve', outcome: 'failed', calls: 30 },
    { operation: 'convert', outcome: 'rejected', calls: 4 },
  ],
  google: [
    { sku: 'details_enterprise', calls: 1_201, free: 1_000, costCents: 402.1 },
    { sku: 'search_enterprise', calls: 1_001, free: 1_000, costCents: 3.1 },
    { sku: 'details_ids', calls: 7, free: 7, costCents: 0 },
    { sku: 'resolution', calls: 0, free: 0, costCents: 0 },
  ],
  revenue: { cents: 5_000, invoices: 2, isWhole: true },
}

test('every outcome has a row with its calls by operation and their total', () => {
  expect(operationLabels).toEqual(['Resolve', 'Search', 'Convert', 'All'])
  expect(callRows(month)).toEqual([
    { name: 'Succeeded', figures: [12_000, 0, 0, 12_000] },
    { name: 'Refunded', figures: [30, 0, 0, 30] },
    { name: 'Rejected', figures: [0, 0, 4, 4] },
  ])
  expect(callFigures(month.calls)).toEqual([12_030, 0, 4, 12_034])
})

test('only SKUs with calls have a row, and costs are rounded up to the cent', () => {
  expect(googleRows(month)).toEqual([
    { name: 'Place Details Enterprise', figures: [1_201, 1_000, '$4.03'] },
    { name: 'Text Search Enterprise', figures: [1_001, 1_000, '$0.04'] },
    { name: 'Place Details, ids only', figures: [7, 7, '$0.00'] },
  ])
  expect(googleFigures(month.google)).toEqual([2_209, 2_007, '$4.06'])
})

test('the margin is the revenue minus Google’s displayed cost, and unknown without the revenue', () => {
  expect(marginCents(month)).toBe(5_000 - 406)
  expect(marginCents({ ...month, revenue: { cents: 0, invoices: 0, isWhole: true } })).toBe(-406)
  expect(marginCents({ ...month, revenue: 'unavailable' })).toBeNull()
  expect(marginCents({ ...month, revenue: 'off' })).toBeNull()
})
