import type Stripe from 'stripe'
import { calendarDay } from '@/server/metering/access/calendar'
import { PinrefError } from '@/server/platform/problems/errors'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { callingStripe, currency, stripeClient } from './stripe'

/** The amount that customers have paid: the month's paid invoices, before refunds and Stripe's fees. */
export interface Revenue {
  /** US cents. */
  cents: number
  /** The number of invoices. */
  invoices: number
  /** Whether these are all of the month's invoices; false if there are more than Pinref reads. */
  isWhole: boolean
}

/** The maximum number of invoices in a page of Stripe's list, and the maximum number of pages that are read. */
const invoicesAPage = 100
const maxPages = 20

/** How long Stripe's response is cached, and how long to wait after a failure before calling Stripe again. */
const keepMs = 300_000
const keepFailureMs = 60_000

/** How long a page waits for Stripe. A response that arrives later is still cached for the next request. */
const patienceMs = 4_000

/** By month. */
const cache = new Map<string, { untilMs: number; revenue: Promise<Revenue> }>()

/**
 * Returns the revenue from the invoices that were created in a month; null if billing is off. Calls Stripe at most once
 * every five minutes for each month, or once a minute after a failure.
 * @param month `2026-11`, UTC.
 * @throws PinrefError `upstream_unavailable` if Stripe returns an error or does not respond in time.
 */
export async function readRevenue(month: string): Promise<Revenue | null> {
  const stripe = stripeClient()
  if (!stripe) return null
  const revenue = cachedRevenue(month) ?? ask(stripe, month)
  return withTimeout(revenue, patienceMs, () => {
    return new PinrefError(
      'upstream_unavailable',
      'The payment service did not respond in time. Try again in a moment.',
    )
  })
}

function cachedRevenue(month: string): Promise<Revenue> | undefined {
  for (const [name, { untilMs }] of cache) if (untilMs <= Date.now()) cache.delete(name)
  return cache.get(month)?.revenue
}

function ask(stripe: Stripe, month: string): Promise<Revenue> {
  const revenue = callingStripe(() => paidInvoices(stripe, month))
  const entry = { untilMs: Date.now() + keepMs, revenue }
  cache.set(month, entry)
  revenue.catch(() => {
    entry.untilMs = Date.now() + keepFailureMs
  })
  return revenue
}

async function paidInvoices(stripe: Stripe, month: string): Promise<Revenue> {
  const { monthStartSeconds, monthEndSeconds } = calendarDay(Date.parse(`${month}-01T00:00:00Z`))
  const created = { gte: monthStartSeconds, lt: monthEndSeconds }
  const sum = { cents: 0, invoices: 0 }
  let last: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const after = last === undefined ? {} : { starting_after: last }
    const { data, has_more } = await stripe.invoices.list({ status: 'paid', created, limit: invoicesAPage, ...after })
    // A zero-amount invoice, for a free month or a plan change, is paid as soon as it is created, and does not count.
    for (const invoice of data.filter((one) => one.currency === currency && one.amount_paid > 0)) {
      sum.cents += invoice.amount_paid
      sum.invoices += 1
    }
    last = data.at(-1)?.id
    if (!has_more || last === undefined) return { ...sum, isWhole: true }
  }
  return { ...sum, isWhole: false }
}
