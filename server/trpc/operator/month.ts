import { monthOf } from '@/server/access/calendar'
import type { Revenue } from '@/server/billing/revenue'
import { billingMode } from '@/server/billing/status'
import { PinrefError } from '@/server/errors'
import { costBySku, type SkuCost } from '@/server/upstream/cost'
import { readSpending } from '@/server/upstream/spending'
import { type CallCount, operatorMonths, readCallCounts } from '@/server/usage/read-counts'

/** A month of the whole server, UTC. */
export interface Month {
  /** `2026-11`. */
  month: string
  /** The months that can be looked at, newest first. */
  months: string[]
  /** Calls of everybody, by operation and outcome. */
  calls: CallCount[]
  /** Calls to Google by SKU, and the most they can have cost. */
  google: SkuCost[]
  /** What was paid for plans: `off` if billing is off, `unavailable` if Stripe did not answer. */
  revenue: Revenue | 'off' | 'unavailable'
}

/**
 * @param month `2026-11`; the current one by default.
 * @throws PinrefError `store_unavailable`.
 */
export async function readMonth(month = monthOf(Date.now())): Promise<Month> {
  const [calls, days, revenue] = await Promise.all([
    readCallCounts(month),
    Promise.all(daysOf(month).map(readSpending)),
    revenueOf(month),
  ])
  return { month, months: operatorMonths(), calls, google: costBySku(days), revenue }
}

/** Stripe's library is loaded when it is first needed. */
async function revenueOf(month: string): Promise<Month['revenue']> {
  if (billingMode() !== 'on') return 'off'
  const { readRevenue } = await import('@/server/billing/revenue')
  try {
    return (await readRevenue(month)) ?? 'off'
  } catch (error) {
    if (error instanceof PinrefError && error.code === 'upstream_unavailable') return 'unavailable'
    throw error
  }
}

/** Every day of a month: `2026-11-01` to `2026-11-30`. */
function daysOf(month: string): string[] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}
