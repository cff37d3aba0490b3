import { expect, test } from 'vitest'
import { costBySku, costOfDays } from '@/server/upstream/cost'

const day = (day: string, details_enterprise = 0, search_enterprise = 0, details_ids = 0) => {
  const free = { details_ids, search_ids: details_ids, legacy_ids: details_ids, resolution: details_ids }
  return { day, calls: { details_enterprise, search_enterprise, ...free }, billable: 0 }
}

test('the first thousand calls of a kind cost nothing, the ones after them the list price', () => {
  expect(costOfDays([day('2026-11-01', 1_000, 1_000)])).toEqual([0])
  expect(costOfDays([day('2026-11-01', 2_000, 2_000)])).toEqual([2_000 + 3_500])
  expect(costOfDays([day('2026-11-01', 1_001)])).toEqual([2])
})

test('the free calls are used up in the order of the days, and come back with the month', () => {
  const days = [day('2026-10-31', 1_500), day('2026-11-01', 600), day('2026-11-02', 600), day('2026-11-03', 100)]
  expect(costOfDays(days)).toEqual([1_000, 0, 400, 200])
})

test('ids alone cost nothing however many', () => {
  expect(costOfDays([day('2026-11-01', 0, 0, 1_000_000)])).toEqual([0])
})

test('a month’s cost by SKU tells its free calls apart, and is the sum of its days', () => {
  const days = [day('2026-11-01', 600, 3), day('2026-11-02', 600, 4, 5_000), day('2026-11-03', 1, 2_000)]
  const bySku = costBySku(days)
  expect(bySku).toEqual([
    { sku: 'details_enterprise', calls: 1_201, free: 1_000, costCents: 402 },
    { sku: 'search_enterprise', calls: 2_007, free: 1_000, costCents: 3_524.5 },
    ...['details_ids', 'search_ids', 'legacy_ids', 'resolution'].map((sku) => {
      return { sku, calls: 5_000, free: 5_000, costCents: 0 }
    }),
  ])
  const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0)
  expect(sum(bySku.map(({ costCents }) => costCents))).toBe(sum(costOfDays(days)))
})
