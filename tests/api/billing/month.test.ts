import { afterEach, expect, test, vi } from 'vitest'
import { readMonth } from '@/server/entrances/trpc/operator/overview'
import { spend } from '@/server/places/upstream/spending'
import { subscriber, turnBillingOn } from './billing'

const stripe = await turnBillingOn()
const minutesMs = 60_000

afterEach(() => {
  vi.useRealTimers()
  stripe.down = false
  stripe.account.invoices.clear()
})

/** Sets the date. Timers are not mocked. */
const at = (timeMs: number) => vi.useFakeTimers({ now: timeMs, toFake: ['Date'] })
const invoiceRequests = () => stripe.calls.filter(({ name }) => name === 'GET invoices').length

/** Adds a paid invoice for the Growth plan. */
function paid(created: number, more: object = {}) {
  const id = stripe.account.id('in')
  const invoice = { id, object: 'invoice' as const, customer: 'cus_0', subscription: 'sub_0', hosted_invoice_url: '' }
  stripe.account.invoices.set(id, {
    ...invoice,
    status: 'paid',
    created: created / 1000,
    currency: 'usd',
    amount_paid: 2_900,
    ...more,
  })
}

test('a month’s revenue is the amount paid on its invoices', async () => {
  await subscriber(stripe, 'growth')
  const { revenue } = await readMonth()
  const [invoice] = stripe.account.invoices.values()
  expect(revenue).toEqual({ cents: invoice?.amount_paid, invoices: 1, isWhole: true })
})

test('a month’s revenue omits invoices that are unpaid, zero, in other currencies, or from other months', async () => {
  const [first, next] = [Date.UTC(2026, 4), Date.UTC(2026, 5)]
  for (const created of [first - 1_000, first, next - 1_000, next]) paid(created)
  paid(first, { currency: 'eur' })
  paid(first, { amount_paid: 0 })
  paid(first, { status: 'open' })
  expect((await readMonth('2026-05')).revenue).toEqual({ cents: 5_800, invoices: 2, isWhole: true })
  expect((await readMonth('2026-04')).revenue).toEqual({ cents: 2_900, invoices: 1, isWhole: true })
})

test('the revenue covers up to twenty pages of invoices, and is marked as partial if there are more', async () => {
  for (let count = 0; count < 250; count++) paid(Date.UTC(2026, 2, 3))
  for (let count = 0; count < 2_001; count++) paid(Date.UTC(2026, 1, 3))
  expect((await readMonth('2026-03')).revenue).toEqual({ cents: 250 * 2_900, invoices: 250, isWhole: true })
  const before = invoiceRequests()
  expect((await readMonth('2026-02')).revenue).toEqual({ cents: 2_000 * 2_900, invoices: 2_000, isWhole: false })
  expect(invoiceRequests() - before).toBe(20)
})

test('Stripe is queried for a month’s revenue at most every five minutes', async () => {
  const now = Date.UTC(2026, 0, 20)
  at(now)
  paid(now)
  const before = invoiceRequests()
  const revenueOf = async () => (await readMonth('2026-01')).revenue
  const parallel = await Promise.all([revenueOf(), revenueOf()])
  paid(now)
  at(now + 4 * minutesMs)
  expect([...parallel, await revenueOf()]).toEqual(Array(3).fill({ cents: 2_900, invoices: 1, isWhole: true }))
  expect(invoiceRequests() - before).toBe(1)
  at(now + 6 * minutesMs)
  expect(await revenueOf()).toEqual({ cents: 5_800, invoices: 2, isWhole: true })
})

test('while Stripe is down, the month shows its calls to Google but no revenue, and Stripe is queried again only later', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const limits = { dailyCap: 10, monthlyCap: null, callerShare: 100 }
  for (const sku of ['details_ids', 'search_enterprise', 'search_enterprise'] as const) await spend(sku, 'us', limits)
  const [month, now] = [new Date().toISOString().slice(0, 7), Date.now()]
  at(now + 6 * minutesMs)
  stripe.down = true
  const away = await readMonth(month)
  expect(away.revenue).toBe('unavailable')
  expect(away.google.filter(({ calls }) => calls > 0)).toEqual([
    { sku: 'search_enterprise', calls: 2, free: 2, costCents: 0 },
    { sku: 'details_ids', calls: 1, free: 1, costCents: 0 },
  ])
  stripe.down = false
  const before = invoiceRequests()
  expect((await readMonth(month)).revenue).toBe('unavailable')
  expect(invoiceRequests()).toBe(before)
  at(now + 8 * minutesMs)
  expect((await readMonth(month)).revenue).toEqual({ cents: 0, invoices: 0, isWhole: true })
})

test('a slow response from Stripe does not delay the month, and the revenue appears later', async () => {
  const held = stripe.holdNext('GET invoices', 'answer')
  expect((await readMonth('2025-12')).revenue).toBe('unavailable')
  held.release()
  const revenueOf = async () => (await readMonth('2025-12')).revenue
  await expect.poll(revenueOf).toEqual({ cents: 0, invoices: 0, isWhole: true })
})
