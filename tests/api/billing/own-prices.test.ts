import { expect, test } from 'vitest'
import { choosePlan } from '@/server/features/billing/checkout'
import { deliver, newPayer, planOf, turnBillingOn } from './billing'

const stripe = await turnBillingOn({
  PLANS: JSON.stringify([
    { id: 'free', name: 'Free', monthlyQuota: 500, monthlyPriceCents: 0 },
    { id: 'team', name: 'Team', monthlyQuota: 5_000, monthlyPriceCents: 4_900, stripePriceId: 'price_ofTheOperator' },
    { id: 'no-limit', name: 'No limit', monthlyQuota: null, monthlyPriceCents: 49_900 },
  ]),
})
const { account } = stripe

/** A price that the operator created at Stripe. The price does not mention the Pinref plan. */
account.prices.set('price_ofTheOperator', {
  id: 'price_ofTheOperator',
  object: 'price',
  active: true,
  product: 'prod_ofTheOperator',
  currency: 'usd',
  unit_amount: 4_900,
  recurring: { interval: 'month', interval_count: 1 },
  lookup_key: null,
  metadata: {},
})

test('a plan with the operator’s own Stripe price is sold at that price, and the price identifies the plan', async () => {
  const payer = await newPayer()
  const { url } = await choosePlan(payer, 'team')
  expect([...account.prices.keys()]).toEqual(['price_ofTheOperator'])
  const subscriptionId = account.pay(url ?? '')
  await deliver(...account.newEvents())
  expect(await planOf(payer)).toBe('team')
  expect(account.subscriptions.get(subscriptionId)?.items.data[0].price.id).toBe('price_ofTheOperator')

  // Switches to a plan whose price Pinref creates, and back.
  expect(await choosePlan(payer, 'no-limit')).toEqual({ url: null })
  expect(await planOf(payer)).toBe('no-limit')
  expect(await choosePlan(payer, 'team')).toEqual({ url: null })
  expect(await planOf(payer)).toBe('team')
  expect(account.subscriptions.get(subscriptionId)?.items.data[0].price.id).toBe('price_ofTheOperator')
})

test('a plan missing from PLANS is rejected, and the free plan needs no checkout', async () => {
  const payer = await newPayer()
  await expect(choosePlan(payer, 'growth')).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await choosePlan(payer, 'free')).toEqual({ url: null })
})
