import { beforeEach, describe, expect, test, vi } from 'vitest'
import { choosePlan } from '@/server/features/billing/checkout'
import type { Payer } from '@/server/features/billing/customers'
import { portalUrl } from '@/server/features/billing/stripe-pages'
import { readProfile } from '@/server/metering/access/profile'
import type { Price } from '../../support/stripe-objects'
import { deliver, newPayer, planOf, subscriber, turnBillingOn } from './billing'

const stripe = await turnBillingOn()
const { account } = stripe
const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)

beforeEach(() => {
  account.newEvents()
  stripe.calls.length = 0
  stripe.down = false
  log.mockClear()
})

const customersOf = ({ accountId }: Payer) =>
  [...account.customers.values()].filter(({ metadata }) => metadata?.accountId === accountId)
const sessionsOf = ({ accountId }: Payer) =>
  [...account.sessions.values()].filter(({ metadata }) => metadata.accountId === accountId)
const pricesOf = (plan: string) => [...account.prices.values()].filter(({ metadata }) => metadata.pinref_plan === plan)
const urls = (choices: Array<{ url: string | null }>) => new Set(choices.map(({ url }) => url))

describe('choosing a plan several times in parallel', () => {
  test('creates one price, one customer, and one checkout, even if no price exists yet', async () => {
    expect(account.prices.size).toBe(0)
    const payer = await newPayer()
    const choices = await Promise.all(Array.from({ length: 20 }, () => choosePlan(payer, 'growth')))
    expect(urls(choices).size).toBe(1)
    expect([pricesOf('growth').length, customersOf(payer).length, sessionsOf(payer).length]).toEqual([1, 1, 1])
    expect((await readProfile(payer.accountId)).customerId).toBe(customersOf(payer)[0]?.id)
  })

  test('creates one customer and one checkout if Stripe is slow to create the customer', async () => {
    const payer = await newPayer()
    const held = stripe.holdNext('POST customers', 'answer')
    const first = choosePlan(payer, 'growth')
    await held.arrived
    const second = choosePlan(payer, 'growth')
    await vi.waitFor(() => expect(stripe.calls.filter(({ name }) => name === 'POST customers')).toHaveLength(2), {
      timeout: 20_000,
    })
    held.release()
    expect(urls(await Promise.all([first, second])).size).toBe(1)
    expect(customersOf(payer)).toHaveLength(1)
  })

  test('upgrades the existing subscription', async () => {
    const { payer, subscriptionId } = await subscriber(stripe, 'growth')
    await Promise.all([choosePlan(payer, 'scale'), choosePlan(payer, 'scale')])
    expect(await readProfile(payer.accountId)).toMatchObject({ plan: 'scale', subscriptionId })
  })
})

describe('the checkout', () => {
  test('is reused when the same plan is chosen again', async () => {
    const payer = await newPayer()
    const { url } = await choosePlan(payer, 'growth')
    expect(await choosePlan(payer, 'growth')).toEqual({ url })
  })

  test('expires when another plan is chosen, so no one pays for both', async () => {
    const payer = await newPayer()
    const { url: first } = await choosePlan(payer, 'growth')
    const { url: second } = await choosePlan(payer, 'scale')
    expect(() => account.pay(first ?? '')).toThrow()
    account.pay(second ?? '')
    await deliver(...account.newEvents())
    expect(await planOf(payer)).toBe('scale')
  })

  test('is replaced by a new checkout after it expires', async () => {
    const payer = await newPayer()
    const { url: first } = await choosePlan(payer, 'growth')
    for (const session of sessionsOf(payer)) Object.assign(session, { status: 'expired', url: null })
    const { url: second } = await choosePlan(payer, 'growth')
    expect(second).not.toBe(first)
    account.pay(second ?? '')
  })

  test('accepts only cards and Link, which can be charged for a later upgrade', async () => {
    await choosePlan(await newPayer(), 'growth')
    const created = stripe.calls.find(({ name }) => name === 'POST checkout/sessions')
    expect(created?.params).toMatchObject({ allowed_payment_method_types: ['card', 'link'] })
  })
})

describe('prices', () => {
  test('a Stripe price that differs from the pricing page is replaced; existing subscribers keep their price and plan', async () => {
    const earlier = await subscriber(stripe, 'growth')
    const [old] = pricesOf('growth')
    if (!old) throw new Error('no price')
    old.unit_amount = 1_900

    await choosePlan(await newPayer(), 'growth')
    const current = pricesOf('growth').find(({ lookup_key }) => lookup_key === 'pinref_growth_monthly')
    expect(current).toMatchObject({ unit_amount: 2_900, product: old.product })
    expect(old.lookup_key).toBeNull()

    account.failRenewal(earlier.subscriptionId)
    account.recover(earlier.subscriptionId)
    await deliver(...account.newEvents())
    expect(await planOf(earlier.payer)).toBe('growth')
    await choosePlan(earlier.payer, 'growth')
    expect(account.subscriptions.get(earlier.subscriptionId)?.items.data[0].price).toBe(old)
  })

  test('a price created manually with Pinref’s lookup key is used, and still recognized after it is replaced', async () => {
    const recurring = { interval: 'month', interval_count: 1 }
    const product = { product: 'prod_900001', currency: 'usd', unit_amount: 99_900, recurring }
    const tags = { lookup_key: 'pinref_unlimited_monthly', metadata: {} }
    const byHand: Price = { id: 'price_900001', object: 'price', active: true, ...product, ...tags }
    account.prices.set(byHand.id, byHand)

    const { payer, subscriptionId } = await subscriber(stripe, 'unlimited')
    expect(account.subscriptions.get(subscriptionId)?.items.data[0].price).toBe(byHand)
    expect(await planOf(payer)).toBe('unlimited')

    byHand.unit_amount = 49_900
    await choosePlan(await newPayer(), 'unlimited')
    expect(byHand.lookup_key).toBeNull()
    account.failRenewal(subscriptionId)
    await deliver(...account.newEvents())
    expect(await planOf(payer)).toBe('unlimited')
  })
})

describe('a customer deleted by the operator', () => {
  test('has the free plan and no portal, and can subscribe again as a new customer', async () => {
    const { payer } = await subscriber(stripe, 'scale')
    const { customerId } = await readProfile(payer.accountId)
    account.deleteCustomer(customerId ?? '')
    await deliver(...account.newEvents())
    expect(await planOf(payer)).toBe('starter')
    expect(await portalUrl(payer.accountId)).toBeNull()

    const { url } = await choosePlan(payer, 'growth')
    account.pay(url ?? '')
    await deliver(...account.newEvents())
    expect(await planOf(payer)).toBe('growth')
    expect((await readProfile(payer.accountId)).customerId).not.toBe(customerId)
  })
})

describe('when Stripe fails', () => {
  const unavailable = { name: 'PinrefError', code: 'upstream_unavailable' }

  test('choosing a plan or opening the portal fails with upstream_unavailable, and the log has the reason', async () => {
    const { payer } = await subscriber(stripe, 'growth')
    stripe.down = true
    await expect(choosePlan(payer, 'scale')).rejects.toMatchObject(unavailable)
    await expect(choosePlan(await newPayer(), 'scale')).rejects.toMatchObject(unavailable)
    await expect(portalUrl(payer.accountId)).rejects.toMatchObject(unavailable)
    expect(await planOf(payer)).toBe('growth')
    expect(log).toHaveBeenCalledWith(expect.stringContaining('StripeConnectionError'))
  })

  test('choosing a plan succeeds despite a failure that Stripe repeats for the same idempotency key', async () => {
    const payer = await newPayer()
    for (const name of ['POST customers', 'POST checkout/sessions']) stripe.failNext(name, 500)
    const { url } = await choosePlan(payer, 'growth')
    account.pay(url ?? '')
    await deliver(...account.newEvents())
    expect(await planOf(payer)).toBe('growth')
  })

  test('an upgrade that Stripe rejects leaves the plan unchanged', async () => {
    const { payer } = await subscriber(stripe, 'growth')
    stripe.failNext('POST subscriptions/:id', 400)
    await expect(choosePlan(payer, 'unlimited')).rejects.toMatchObject(unavailable)
    expect(await planOf(payer)).toBe('growth')
  })
})
