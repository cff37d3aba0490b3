import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { subscriptionStateOf } from '@/server/features/billing/subscriptions'

const periodEnd = 1_798_761_600

function subscription(
  status: Stripe.Subscription.Status,
  { plan = 'growth', id = 'sub_1', ...more }: { plan?: string; id?: string } & Partial<Stripe.Subscription> = {},
): Stripe.Subscription {
  const price = { id: 'price_1', metadata: { pinref_plan: plan }, lookup_key: null }
  const items = { data: [{ id: 'si_1', price, current_period_end: periodEnd }] }
  return { id, status, items, cancel_at: null, cancel_at_period_end: false, ...more } as unknown as Stripe.Subscription
}

const free = { plan: 'starter', subscriptionId: null, endsSeconds: null }

describe('an account’s plan', () => {
  test.each(['active', 'trialing'])('is the subscription’s plan if its status is %s', (status) => {
    expect(subscriptionStateOf([subscription(status)])).toEqual({
      plan: 'growth',
      subscriptionId: 'sub_1',
      endsSeconds: null,
      paymentFailed: false,
    })
  })

  test('is still the subscription’s plan if its status is past_due, with the payment marked as failed', () => {
    expect(subscriptionStateOf([subscription('past_due')])).toMatchObject({ plan: 'growth', paymentFailed: true })
  })

  test.each([
    ['unpaid', true],
    ['paused', false],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['canceled', false],
    ['a status of the future', false],
  ])('is the starter plan if the status is “%s”', (status, paymentFailed) => {
    expect(subscriptionStateOf([subscription(status)])).toEqual({ ...free, paymentFailed })
  })

  test('is the starter plan without a subscription', () => {
    expect(subscriptionStateOf([])).toEqual({ ...free, paymentFailed: false })
  })

  test('is the starter plan if the subscription is for one of the operator’s other products', () => {
    expect(subscriptionStateOf([subscription('active', { plan: 'unheard-of' })])).toMatchObject(free)
  })
})

test('if several subscriptions grant a plan, the largest plan applies, whatever their order', () => {
  const several = [
    subscription('active', { id: 'sub_small', plan: 'growth' }),
    subscription('past_due', { id: 'sub_large', plan: 'unlimited' }),
    subscription('active', { id: 'sub_middle', plan: 'scale' }),
    subscription('unpaid', { id: 'sub_unpaid', plan: 'unlimited' }),
  ]
  for (const order of [several, several.toReversed()]) {
    expect(subscriptionStateOf(order)).toMatchObject({ plan: 'unlimited', subscriptionId: 'sub_large' })
  }
})

test.each([
  ['the flag alone', { cancel_at_period_end: true }, periodEnd],
  ['the date alone, as the portal does', { cancel_at: periodEnd + 60 }, periodEnd + 60],
  ['both', { cancel_at_period_end: true, cancel_at: periodEnd }, periodEnd],
])('the plan has an end date when Stripe reports the cancellation by %s', (_, cancellation, endsSeconds) => {
  expect(subscriptionStateOf([subscription('active', cancellation)])).toMatchObject({ plan: 'growth', endsSeconds })
})
