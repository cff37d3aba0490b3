import type Stripe from 'stripe'
import { calendarDay } from '@/server/access/calendar'
import { PinrefError } from '@/server/errors'
import { withTimeout } from '@/server/runtime/with-timeout'
import { currency } from './prices'
import { askingStripe, stripeClient } from './stripe'

/** What customers have paid: the paid invoices of a month, before refunds and Stripe's fees. */
export interface Revenue {
  /** US cents. */
  cents: number
  /** How many invoices. */
  invoices: number
  /** Whether these are all of them; false if there are more than are read. */
  isWhole: boolean
}

/** How many invoices a page of Stripe's list has at most, and how many pages are read. */
const invoicesAPage = 100
const maxPages = 20

/** How long Stripe's answer is used, and how long Stripe is not asked again after it has failed. */
const keepMs = 300_000
const keepFailureMs = 60_000

/** How long a page waits for Stripe. An answer that comes later is still kept, and is there when the page asks again. */
const patienceMs = 4_000

/** By month. */
const kept = new Map<string, { untilMs: number; revenue: Promise<Revenue> }>()

/**
 * Returns the revenue from the invoices that were created in a month; null with billing off. Stripe is asked at most every five
 * minutes about the same month, or every minute after a failure.
 * @param month `2026-11`, UTC.
 * @throws PinrefError `upstream_unavailable` if Stripe does not answer in time, or refuses.
 */
export async function readRevenue(month: string): Promise<Revenue | null> {
  const stripe = stripeClient()
  if (!stripe) return null
  const revenue = keptOf(month) ?? ask(stripe, month)
  return withTimeout(revenue, patienceMs, () => {
    return new PinrefError('upstream_unavailable', 'The payment service did not answer in time. Try again in a moment.')
  })
}

function keptOf(month: string): Promise<Revenue> | undefined {
  for (const [name, { untilMs }] of kept) if (untilMs <= Date.now()) kept.delete(name)
  return kept.get(month)?.revenue
}

function ask(stripe: Stripe, month: string): Promise<Revenue> {
  const revenue = askingStripe(() => paidInvoices(stripe, month))
  const entry = { untilMs: Date.now() + keepMs, revenue }
  kept.set(month, entry)
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
    // An invoice of zero, for a free month or a change of plan, is paid as soon as it is made. It does not count.
    for (const invoice of data.filter((one) => one.currency === currency && one.amount_paid > 0)) {
      sum.cents += invoice.amount_paid
      sum.invoices += 1
    }
    last = data.at(-1)?.id
    if (!has_more || last === undefined) return { ...sum, isWhole: true }
  }
  return { ...sum, isWhole: false }
}
