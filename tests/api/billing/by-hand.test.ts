import { expect, test } from 'vitest'
import { choosePlan } from '@/server/features/billing/checkout'
import { givePlan } from '@/server/metering/access/profile'
import { deliver, newPayer, planOf, subscriber, turnBillingOn } from './billing'

const stripe = await turnBillingOn()
const { account } = stripe

test('an operator must confirm changing a paid plan, and Stripe’s next event undoes the change', async () => {
  const { payer, subscriptionId } = await subscriber(stripe, 'growth')
  await expect(givePlan(payer.accountId, 'scale', false)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await givePlan(payer.accountId, 'scale', true)).toBe('growth')
  expect(await planOf(payer)).toBe('scale')
  account.become(subscriptionId, 'past_due')
  await deliver(...account.newEvents())
  expect(await planOf(payer)).toBe('growth')
})

test('an account that never paid keeps a plan from an operator until it pays for a plan', async () => {
  const payer = await newPayer()
  expect(await givePlan(payer.accountId, 'unlimited', false)).toBe('starter')
  expect(await planOf(payer)).toBe('unlimited')
  const { url } = await choosePlan(payer, 'growth')
  expect(await planOf(payer)).toBe('unlimited')
  account.pay(url ?? '')
  await deliver(...account.newEvents())
  expect(await planOf(payer)).toBe('growth')
})
