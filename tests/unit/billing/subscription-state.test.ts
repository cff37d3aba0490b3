import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { subscriptionStateOf } from '@/server/billing/subscription-state'

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

describe('what a subscription gives', () => {
  test.each(['active', 'trialing'])('%s gives its plan', (status) => {
    expect(subscriptionStateOf([subscription(status)])).toEqual({
      plan: 'growth',
      subscriptionId: 'sub_1',
      endsSeconds: null,
      paymentFailed: false,
    })
  })

  test('past_due gives it still, with a word about the payment', () => {
    expect(subscriptionStateOf([subscription('past_due')])).toMatchObject({ plan: 'growth', paymentFailed: true })
  })

  test.each([
    ['unpaid', true],
    ['paused', false],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['canceled', false],
    ['a status of the future', false],
  ])('%s gives nothing', (status, paymentFailed) => {
    expect(subscriptionStateOf([subscription(status)])).toEqual({ ...free, paymentFailed })
  })

  test('no subscription gives nothing', () => {
    expect(subscriptionStateOf([])).toEqual({ ...free, paymentFailed: false })
  })

  test('one for another product of the operator gives nothing', () => {
    expect(subscriptionStateOf([subscription('active', { plan: 'unheard-of' })])).toMatchObject(free)
  })
})

test('of several that give a plan the largest counts, in whatever order they come', () => {
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
])('a cancellation that Stripe tells by %s is shown with its date', (_, told, endsSeconds) => {
  expect(subscriptionStateOf([subscription('active', told)])).toMatchObject({ plan: 'growth', endsSeconds })
})
