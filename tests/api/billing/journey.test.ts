import { beforeEach, describe, expect, test } from 'vitest'
import { readAccountLog } from '@/server/features/audit/log'
import { type Chooser, choosePlan } from '@/server/features/billing/checkout'
import type { Payer } from '@/server/features/billing/customers'
import { billingStatus } from '@/server/features/billing/status'
import { portalUrl } from '@/server/features/billing/stripe-pages'
import { readProfile } from '@/server/metering/access/profile'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { ownersPlace } from '../../support/new-account'
import { periodEnd } from '../../support/stripe-account'
import { deliver, newPayer, planOf, subscriber, turnBillingOn } from './billing'

const stripe = await turnBillingOn()

beforeEach(() => {
  stripe.account.cardWorks = true
  stripe.account.newEvents()
  stripe.calls.length = 0
})

describe('paying for a first plan', () => {
  test('the plan starts when Stripe says that it is paid, and not before', async () => {
    const payer = await newPayer()
    const { url } = await choosePlan(payer, 'growth')
    expect(url).toMatch(/^https:\/\/checkout\.test\//)
    expect(await planOf(payer)).toBe('starter')

    const subscriptionId = stripe.account.pay(url ?? '')
    expect(await planOf(payer)).toBe('starter')
    expect(await deliver(...stripe.account.newEvents())).toEqual([200, 200, 200])
    await finishWork()
    expect((await readAccountLog(await ownersPlace(payer.accountId), { count: 10 })).events).toMatchObject([
      { kind: 'plan-changed', from: 'starter', to: 'growth', by: 'stripe', address: '' },
    ])
    expect(await readProfile(payer.accountId)).toMatchObject({ plan: 'growth', subscriptionId })
    expect(await billingStatus(payer.accountId)).toEqual({
      billing: 'on',
      plan: 'growth',
      portal: true,
      endsSeconds: null,
      paymentFailed: false,
    })
  })

  test('the checkout charges the plan’s monthly price and returns to Pinref', async () => {
    const payer = await newPayer()
    await choosePlan(payer, 'scale')
    const [session] = [...stripe.account.sessions.values()].slice(-1)
    const price = stripe.account.prices.get(session?.metadata.price ?? '')
    expect(price).toMatchObject({
      unit_amount: 19_900,
      currency: 'usd',
      recurring: { interval: 'month', interval_count: 1 },
      lookup_key: 'pinref_scale_monthly',
    })
    expect(session).toMatchObject({
      client_reference_id: payer.accountId,
      metadata: { accountId: payer.accountId, plan: 'scale' },
      success_url: `https://pinref.example/keys?welcome=scale&account=${payer.accountId}`,
      cancel_url: `https://pinref.example/pricing?account=${payer.accountId}`,
    })
  })

  test('the free plan needs no checkout', async () => {
    const payer = await newPayer()
    expect(await choosePlan(payer, 'starter')).toEqual({ url: null })
    expect(stripe.calls).toEqual([])
  })
})

describe('changing plans', () => {
  test.each([
    ['larger', 'growth', 'unlimited'],
    ['smaller', 'unlimited', 'growth'],
  ] as const)('a %s plan applies immediately, on the same subscription', async (_, from, to) => {
    const { payer, subscriptionId } = await subscriber(stripe, from)
    expect(await choosePlan(payer, to)).toEqual({ url: null })
    expect(await readProfile(payer.accountId)).toMatchObject({ plan: to, subscriptionId })
    await deliver(...stripe.account.newEvents())
    expect(await planOf(payer)).toBe(to)
  })

  test('an upgrade whose charge fails starts only once its invoice is paid', async () => {
    const { payer } = await subscriber(stripe, 'growth')
    stripe.account.cardWorks = false
    const { url } = await choosePlan(payer, 'unlimited')
    expect(url).toMatch(/^https:\/\/invoice\.test\//)
    await deliver(...stripe.account.newEvents())
    expect(await planOf(payer)).toBe('growth')

    stripe.account.payInvoice(url ?? '')
    await deliver(...stripe.account.newEvents())
    expect(await planOf(payer)).toBe('unlimited')
  })

  test('choosing the current plan changes nothing', async () => {
    const { payer } = await subscriber(stripe, 'growth')
    stripe.calls.length = 0
    expect(await choosePlan(payer, 'growth')).toEqual({ url: null })
    expect(stripe.calls.map(({ name }) => name).filter((name) => !name.startsWith('GET'))).toEqual([])
  })
})

describe('a failed payment', () => {
  test('keeps the plan active while Stripe retries, and appears in the billing status until it is paid', async () => {
    const { payer, subscriptionId } = await subscriber(stripe, 'scale')
    stripe.account.failRenewal(subscriptionId)
    await deliver(...stripe.account.newEvents())
    expect(await billingStatus(payer.accountId)).toMatchObject({ plan: 'scale', paymentFailed: true })

    stripe.account.recover(subscriptionId)
    await deliver(...stripe.account.newEvents())
    expect(await billingStatus(payer.accountId)).toMatchObject({ plan: 'scale', paymentFailed: false })
  })

  test.each(['unpaid', 'canceled'] as const)('ends the plan when Stripe gives up (%s)', async (status) => {
    const { payer, subscriptionId } = await subscriber(stripe, 'scale')
    stripe.account.failRenewal(subscriptionId)
    if (status === 'unpaid') stripe.account.become(subscriptionId, status)
    else stripe.account.end(stripe.account.find(stripe.account.subscriptions, subscriptionId))
    await deliver(...stripe.account.newEvents())
    expect(await planOf(payer)).toBe('starter')
  })

  test.each(['past_due', 'unpaid', 'paused'] as const)(
    'has to be paid in the portal before another plan can be chosen (%s)',
    async (status) => {
      const { payer, subscriptionId } = await subscriber(stripe, 'growth')
      stripe.account.become(subscriptionId, status)
      expect((await choosePlan(payer, 'unlimited')).url).toMatch(/^https:\/\/portal\.test\//)
      expect(
        [...stripe.account.subscriptions.values()].filter(({ metadata }) => metadata.accountId === payer.accountId),
      ).toHaveLength(1)
    },
  )
})

describe('cancelling', () => {
  test('returns the account to the free plan after the paid month', async () => {
    const { payer, subscriptionId } = await subscriber(stripe, 'growth')
    expect(await choosePlan(payer, 'starter')).toEqual({ url: null })
    expect(await billingStatus(payer.accountId)).toMatchObject({ plan: 'growth', endsSeconds: periodEnd })

    stripe.account.endMonth(subscriptionId)
    await deliver(...stripe.account.newEvents())
    expect(await billingStatus(payer.accountId)).toMatchObject({ plan: 'starter', endsSeconds: null })
    expect((await readProfile(payer.accountId)).subscriptionId).toBeNull()
  })

  test.each([
    {
      place: 'here',
      cancel: (payer: Chooser) => choosePlan(payer, 'starter'),
      undone: { cancel_at_period_end: 'false' },
    },
    {
      place: 'in the portal',
      cancel: async (_: Payer, subscriptionId: string) => stripe.account.cancelInPortal(subscriptionId),
      undone: { cancel_at: '' },
    },
  ])('$place can be undone by choosing the plan again', async ({ cancel, undone }) => {
    const { payer, subscriptionId } = await subscriber(stripe, 'growth')
    await cancel(payer, subscriptionId)
    await deliver(...stripe.account.newEvents())
    expect((await billingStatus(payer.accountId)).endsSeconds).toBe(periodEnd)

    expect(await choosePlan(payer, 'growth')).toEqual({ url: null })
    expect(stripe.calls.findLast(({ name }) => name === 'POST subscriptions/:id')?.params).toEqual(undone)
    expect((await billingStatus(payer.accountId)).endsSeconds).toBeNull()
    stripe.account.endMonth(subscriptionId)
    await deliver(...stripe.account.newEvents())
    expect(await planOf(payer)).toBe('growth')
  })

  test('is still scheduled if the payment for an upgrade fails', async () => {
    const { payer } = await subscriber(stripe, 'growth')
    await choosePlan(payer, 'starter')
    stripe.account.cardWorks = false
    await choosePlan(payer, 'unlimited')
    await deliver(...stripe.account.newEvents())
    expect(await billingStatus(payer.accountId)).toMatchObject({ plan: 'growth', endsSeconds: periodEnd })
  })

  test('takes effect immediately for an unpaid subscription', async () => {
    const { payer, subscriptionId } = await subscriber(stripe, 'growth')
    stripe.account.become(subscriptionId, 'unpaid')
    await choosePlan(payer, 'starter')
    expect(stripe.account.subscriptions.get(subscriptionId)?.status).toBe('canceled')
  })

  test('lets the same customer subscribe again afterward', async () => {
    const { payer, subscriptionId } = await subscriber(stripe, 'growth')
    const { customerId } = await readProfile(payer.accountId)
    await choosePlan(payer, 'starter')
    stripe.account.endMonth(subscriptionId)
    const { url } = await choosePlan(payer, 'scale')
    stripe.account.pay(url ?? '')
    await deliver(...stripe.account.newEvents())
    expect(await readProfile(payer.accountId)).toMatchObject({ plan: 'scale', customerId })
  })
})

test('the portal opens for an account only after its first checkout has started', async () => {
  const payer = await newPayer()
  expect(await portalUrl(payer.accountId)).toBeNull()
  await choosePlan(payer, 'growth')
  expect(await portalUrl(payer.accountId)).toMatch(/^https:\/\/portal\.test\//)
})
