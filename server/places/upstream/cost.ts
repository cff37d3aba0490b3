import { announce } from '@/server/platform/observability/logger'
import { env } from '@/server/platform/settings/env'
import { type Sku, type Spending, today } from './spending'

/**
 * The amount that Google charges for a thousand calls, in US cents, after a calendar month's free calls. The prices are
 * from the first volume tier in the 2026 price list; above 100,000 calls per month, Google charges less.
 */
const prices: Record<Sku, { centsPerThousand: number; freeAMonth: number }> = {
  details_pro: { centsPerThousand: 1_700, freeAMonth: 5_000 },
  details_enterprise: { centsPerThousand: 2_000, freeAMonth: 1_000 },
  search_enterprise: { centsPerThousand: 3_500, freeAMonth: 1_000 },
  details_ids: { centsPerThousand: 0, freeAMonth: Number.POSITIVE_INFINITY },
  search_ids: { centsPerThousand: 0, freeAMonth: Number.POSITIVE_INFINITY },
  legacy_ids: { centsPerThousand: 0, freeAMonth: Number.POSITIVE_INFINITY },
  resolution: { centsPerThousand: 0, freeAMonth: Number.POSITIVE_INFINITY },
}

/** The maximum cost of a month's calls with one SKU. */
export interface SkuCost {
  sku: Sku
  calls: number
  /** How many of the calls are free of charge. */
  free: number
  /** In unrounded US cents. */
  costCents: number
}

/** Returns a month's maximum cost, by SKU. */
export function costBySku(days: readonly Spending[]): SkuCost[] {
  return (Object.entries(prices) as Array<[Sku, (typeof prices)[Sku]]>).map(([sku, price]) => {
    const calls = days.reduce((sum, day) => sum + day.calls[sku], 0)
    const free = Math.min(calls, price.freeAMonth)
    return { sku, calls, free, costCents: ((calls - free) * price.centsPerThousand) / 1_000 }
  })
}

/**
 * Returns each day's maximum cost, in unrounded US cents. Every call is treated as billed, and the free calls are used
 * from the first of each month. The days must be consecutive and begin with the first of a month.
 */
export function costOfDays(days: readonly Spending[]): number[] {
  let month = ''
  let made: Partial<Record<Sku, number>> = {}
  return days.map(({ day, calls }) => {
    if (day.slice(0, 7) !== month) {
      month = day.slice(0, 7)
      made = {}
    }
    let cents = 0
    for (const [sku, { centsPerThousand, freeAMonth }] of Object.entries(prices) as Array<
      [Sku, (typeof prices)[Sku]]
    >) {
      const before = made[sku] ?? 0
      const after = before + calls[sku]
      const paid = Math.max(0, after - freeAMonth) - Math.max(0, before - freeAMonth)
      cents += (paid * centsPerThousand) / 1_000
      made[sku] = after
    }
    return cents
  })
}

/** Returns the maximum cost of calls with one SKU, in unrounded US cents, assuming that no free calls are left. */
export const ceilingOfCalls = (sku: Sku, calls: number): number => (calls * prices[sku].centsPerThousand) / 1_000

/**
 * Returns the maximum cost of a number of checks whether a listing has closed, in unrounded US cents, assuming that no
 * free calls are left.
 */
export const ceilingOfClosureChecks = (checks: number): number => ceilingOfCalls('details_pro', checks)

/** The maximum number of billable calls to Google; see `SpendingLimits`. */
export interface Caps {
  dailyCap: number
  monthlyCap: number | null
}

/**
 * Returns the maximum amount that Google can charge for a day and for its whole month, in unrounded US cents. A day may
 * have no free calls left, while a month begins with all of its free calls. A month costs the most if all calls have
 * the same SKU, because each SKU has its own free calls, so a mix would include more free calls.
 * @param day `2026-11-21`, UTC.
 */
export function ceilingOf({ dailyCap, monthlyCap }: Caps, day: string): { dayCents: number; monthCents: number } {
  const calls = Math.min(dailyCap * daysOfMonth(day), monthlyCap ?? Number.POSITIVE_INFINITY)
  const most = (cost: (price: (typeof prices)[Sku]) => number) => Math.max(...Object.values(prices).map(cost))
  const monthCents = most(
    ({ centsPerThousand, freeAMonth }) => (Math.max(0, calls - freeAMonth) * centsPerThousand) / 1_000,
  )
  const dayCents = most(({ centsPerThousand }) => (Math.min(dailyCap, calls) * centsPerThousand) / 1_000)
  return { dayCents: Math.min(dayCents, monthCents), monthCents }
}

/** Returns the number of days in a month. @param day `2026-11`, or any of its days. */
export const daysOfMonth = (day: string): number => {
  const date = new Date(day)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}

/** The line printed at startup: "Google can cost at most $17.50 today and $490.00 this month (UPSTREAM_DAILY_CAP=500)." */
export function ceilingWords(caps: Caps, day: string): string {
  const { dayCents, monthCents } = ceilingOf(caps, day)
  const settings = [
    `UPSTREAM_DAILY_CAP=${caps.dailyCap}`,
    ...(caps.monthlyCap === null ? [] : [`UPSTREAM_MONTHLY_CAP=${caps.monthlyCap}`]),
  ]
  return `Google can cost at most ${dollars(dayCents)} today and ${dollars(monthCents)} this month (${settings.join(', ')}).`
}

/** Formats US cents, rounded up, as dollars: "$1,234.50". */
const dollars = (cents: number): string =>
  (Math.ceil(cents - 1e-6) / 100).toLocaleString('en', { style: 'currency', currency: 'USD' })

/** Prints the maximum cost of Google calls on standard output, or nothing if Google is not used. */
export function printCeiling(): void {
  const { GOOGLE_MAPS_API_KEY, UPSTREAM_DAILY_CAP, UPSTREAM_MONTHLY_CAP } = env()
  if (!GOOGLE_MAPS_API_KEY) return
  const caps = { dailyCap: UPSTREAM_DAILY_CAP, monthlyCap: UPSTREAM_MONTHLY_CAP ?? null }
  announce(ceilingWords(caps, today()))
}
