import { expect, test } from 'vitest'
import { choosePlan } from '@/server/features/billing/checkout'
import { billingStatus } from '@/server/features/billing/status'
import { portalUrl } from '@/server/features/billing/stripe-pages'
import { cancelBilling } from '@/server/features/billing/subscriptions'
import { readEnv } from '@/server/platform/settings/env'
import { newPayer, planOf, receive, signed, withStore } from './billing'

withStore()

test('without Stripe, choosing a plan grants it, and the billing status is “off”', async () => {
  const payer = await newPayer()
  for (const plan of ['unlimited', 'growth', 'starter'] as const) {
    expect(await choosePlan(payer, plan)).toEqual({ url: null })
    expect(await billingStatus(payer.accountId)).toEqual({
      billing: 'off',
      plan,
      portal: false,
      endsSeconds: null,
      paymentFailed: false,
    })
  }
})

test('without Stripe there is no portal, and canceling billing leaves the plan unchanged', async () => {
  const payer = await newPayer()
  await choosePlan(payer, 'scale')
  expect(await portalUrl(payer.accountId)).toBeNull()
  await cancelBilling(payer.accountId)
  expect(await planOf(payer)).toBe('scale')
})

test('without Stripe, a call to the webhook gets 404', async () => {
  const response = await receive(signed({ type: 'invoice.paid', data: { object: { customer: 'cus_1' } } }))
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'route_not_found' })
})

test('a Stripe key without its webhook secret is rejected when the environment is read', () => {
  expect(() => readEnv({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow('STRIPE_WEBHOOK_SECRET')
})
