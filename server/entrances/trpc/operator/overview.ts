import type { Revenue } from '@/server/features/billing/revenue'
import { billingMode } from '@/server/features/billing/status'
import { readWatchLoad, type WatchLoad } from '@/server/features/watchlists/schedule'
import { monthOf } from '@/server/metering/access/calendar'
import { type CallCount, operatorMonths, readCallCounts } from '@/server/metering/usage/read-counts'
import type { ListingSource } from '@/server/places/sources/listing-source'
import { sourceKind } from '@/server/places/sources/source'
import { costBySku, costOfDays, type SkuCost } from '@/server/places/upstream/cost'
import { readSpending, type Spending } from '@/server/places/upstream/spending'
import { PinrefError } from '@/server/platform/problems/errors'
import type { QueueDepth } from '@/server/platform/queue/job-queue'
import { queueDepths } from '@/server/platform/queue/queue'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import {
  probeStore,
  type StorePolicy,
  storePolicy,
  storeWarnings,
  warningText,
} from '@/server/platform/store/store-state'
import { setupHints } from './setup-hints'

/** The calls to Google on one UTC day. */
interface UpstreamDay extends Spending {
  /** The maximum cost of these calls, in unrounded US cents. */
  costCents: number
}

/** The server's state and its spending. */
export interface Overview {
  source: ListingSource['kind']
  /** Hints about features that can still be set up. */
  hints: string[]
  /** How long the store took to respond. */
  storeMs: number
  /** Problems with a store that still responds: what each problem means, and what to do about it. */
  storeWarnings: string[]
  storePolicy: StorePolicy
  /** The work that is waiting in each lane of the queue; empty if the queue does not report it. */
  queue: QueueDepth[]
  watching: WatchLoad
  /** When the responding process was started, epoch seconds. */
  startedSeconds: number
  /** Billable calls per UTC day. */
  dailyCap: number
  /** Billable calls per calendar month, UTC; null if the daily cap is the only one. */
  monthlyCap: number | null
  /** From the first of the previous month to today, oldest first. */
  days: UpstreamDay[]
}

/** @throws PinrefError `store_unavailable`. */
export async function readOverview(): Promise<Overview> {
  const { redis } = await store()
  const before = performance.now()
  await redis.ping()
  const storeMs = Math.round(performance.now() - before)
  const [probe, policy, queue, watching] = await Promise.all([
    probeStore(),
    storePolicy(),
    queueDepths(),
    readWatchLoad(),
  ])
  const warnings = storeWarnings(probe, policy).map((warning) => warningText(warning, policy))
  const spent = await Promise.all(daysSinceLastMonth(Date.now()).map(readSpending))
  const costs = costOfDays(spent)
  return {
    source: sourceKind(),
    hints: setupHints(),
    storeMs,
    storeWarnings: probe.reason === null ? warnings : [`The store rejects writes: ${probe.reason}`, ...warnings],
    storePolicy: policy,
    queue,
    watching,
    startedSeconds: Math.floor(Date.now() / 1000 - process.uptime()),
    dailyCap: env().UPSTREAM_DAILY_CAP,
    monthlyCap: env().UPSTREAM_MONTHLY_CAP ?? null,
    days: spent.map((day, index) => ({ ...day, costCents: costs[index] ?? 0 })),
  }
}

/** Returns every day from the first of the previous month to the given time: `2026-10-01` to `2026-11-21`. */
function daysSinceLastMonth(nowMs: number): string[] {
  const now = new Date(nowMs)
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)
  const count = Math.floor((nowMs - first) / 86_400_000) + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10))
}

/** One UTC month for the whole server. */
export interface Month {
  /** `2026-11`. */
  month: string
  /** The available months, newest first. */
  months: string[]
  /** All calls, by operation and outcome. */
  calls: CallCount[]
  /** Calls to Google by SKU, and their maximum cost. */
  google: SkuCost[]
  /** The revenue from plans: `off` if billing is off, `unavailable` if Stripe did not respond. */
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

/** Loads Stripe's library when it is first needed. */
async function revenueOf(month: string): Promise<Month['revenue']> {
  if (billingMode() !== 'on') return 'off'
  const { readRevenue } = await import('@/server/features/billing/revenue')
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
