import { expect, test } from 'vitest'
import { ceilingOf, ceilingOfClosureChecks, ceilingWords, costBySku, costOfDays } from '@/server/places/upstream/cost'

const day = (day: string, details_enterprise = 0, search_enterprise = 0, details_ids = 0) => {
  const free = { details_ids, search_ids: details_ids, legacy_ids: details_ids, resolution: details_ids }
  return { day, calls: { details_pro: 0, details_enterprise, search_enterprise, ...free }, billable: 0 }
}

test('the first thousand calls of a kind are free, and later calls cost the list price', () => {
  expect(costOfDays([day('2026-11-01', 1_000, 1_000)])).toEqual([0])
  expect(costOfDays([day('2026-11-01', 2_000, 2_000)])).toEqual([2_000 + 3_500])
  expect(costOfDays([day('2026-11-01', 1_001)])).toEqual([2])
})

test('a thousand closure checks cost at most $17, and 5,000 a month are free', () => {
  expect(ceilingOfClosureChecks(1_000)).toBe(1_700)
  const { calls, ...today } = day('2026-11-01')
  const costOf = (details_pro: number) => costOfDays([{ ...today, calls: { ...calls, details_pro } }])
  expect([costOf(5_000), costOf(6_000)]).toEqual([[0], [1_700]])
})

test('free calls are used up over the days of a month, and are available again the next month', () => {
  const days = [day('2026-10-31', 1_500), day('2026-11-01', 600), day('2026-11-02', 600), day('2026-11-03', 100)]
  expect(costOfDays(days)).toEqual([1_000, 0, 400, 200])
})

test('calls that return only ids cost nothing, however many there are', () => {
  expect(costOfDays([day('2026-11-01', 0, 0, 1_000_000)])).toEqual([0])
})

const november = '2026-11-21'

test('the daily ceiling is the cap times the search price; the monthly ceiling deducts the free calls', () => {
  expect(ceilingOf({ dailyCap: 500, monthlyCap: null }, november)).toEqual({ dayCents: 1_750, monthCents: 49_000 })
  expect(ceilingOf({ dailyCap: 500, monthlyCap: null }, '2026-10-01')).toEqual({ dayCents: 1_750, monthCents: 50_750 })
  expect(ceilingOf({ dailyCap: 500, monthlyCap: null }, '2028-02-29').monthCents).toBe((29 * 500 - 1_000) * 3.5)
  expect(ceilingOf({ dailyCap: 500, monthlyCap: 3_000 }, november)).toEqual({ dayCents: 1_750, monthCents: 7_000 })
  expect(ceilingOf({ dailyCap: 500, monthlyCap: 1_000_000 }, november).monthCents).toBe(49_000)
})

test('the daily ceiling is never above the monthly ceiling', () => {
  expect(ceilingOf({ dailyCap: 5_000, monthlyCap: 3_000 }, november)).toEqual({ dayCents: 7_000, monthCents: 7_000 })
  expect(ceilingOf({ dailyCap: 20, monthlyCap: null }, november)).toEqual({ dayCents: 0, monthCents: 0 })
  expect(ceilingOf({ dailyCap: 0, monthlyCap: null }, november)).toEqual({ dayCents: 0, monthCents: 0 })
})

test.each([0, 700, 1_000, 1_001, 2_500, 5_000])(
  'no mix of %i calls costs more in a month than its ceiling',
  (calls) => {
    const { monthCents } = ceilingOf({ dailyCap: calls, monthlyCap: calls }, november)
    const mixes = Array.from({ length: 101 }, (_, percent) => Math.round((calls * percent) / 100))
    const costs = mixes.map((details) => costOfDays([day('2026-11-01', details, calls - details)])[0] ?? 0)
    expect(Math.max(...costs)).toBe(monthCents)
  },
)

test('the startup message shows both ceilings in dollars and their settings', () => {
  expect(ceilingWords({ dailyCap: 500, monthlyCap: null }, november)).toBe(
    'Google can cost at most $17.50 today and $490.00 this month (UPSTREAM_DAILY_CAP=500).',
  )
  expect(ceilingWords({ dailyCap: 100_001, monthlyCap: 90_001 }, november)).toBe(
    'Google can cost at most $3,115.04 today and $3,115.04 this month (UPSTREAM_DAILY_CAP=100001, UPSTREAM_MONTHLY_CAP=90001).',
  )
})

test('a month’s cost by SKU lists free calls separately, and adds up to the cost of its days', () => {
  const days = [day('2026-11-01', 600, 3), day('2026-11-02', 600, 4, 5_000), day('2026-11-03', 1, 2_000)]
  const bySku = costBySku(days)
  expect(bySku).toEqual([
    { sku: 'details_pro', calls: 0, free: 0, costCents: 0 },
    { sku: 'details_enterprise', calls: 1_201, free: 1_000, costCents: 402 },
    { sku: 'search_enterprise', calls: 2_007, free: 1_000, costCents: 3_524.5 },
    ...['details_ids', 'search_ids', 'legacy_ids', 'resolution'].map((sku) => {
      return { sku, calls: 5_000, free: 5_000, costCents: 0 }
    }),
  ])
  const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0)
  expect(sum(bySku.map(({ costCents }) => costCents))).toBe(sum(costOfDays(days)))
})
