import { afterEach, expect, test, vi } from 'vitest'
import { choosePlan } from '@/server/features/billing/checkout'
import { cancelBilling, syncPlan } from '@/server/features/billing/subscriptions'
import { readProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { deliver, newPayer, subscriber, turnBillingOn } from './billing'

const stripe = await turnBillingOn()
const { account } = stripe

afterEach(() => {
  stripe.down = false
})

test('canceling an account’s billing ends its subscription and can be repeated', async () => {
  const { payer, subscriptionId } = await subscriber(stripe, 'scale')
  await cancelBilling(payer.accountId)
  expect(account.subscriptions.get(subscriptionId)?.status).toBe('canceled')
  await cancelBilling(payer.accountId)
})

test('canceling billing succeeds if the subscription ends at the same time', async () => {
  const { payer, subscriptionId } = await subscriber(stripe, 'scale')
  const held = stripe.holdNext('GET subscriptions', 'answer')
  const cancelling = cancelBilling(payer.accountId)
  await held.arrived
  account.become(subscriptionId, 'canceled')
  held.release()
  await cancelling
})

test('canceling billing makes no call to Stripe for an account that never paid', async () => {
  stripe.calls.length = 0
  await cancelBilling((await newPayer()).accountId)
  expect(stripe.calls).toEqual([])
})

test('canceling billing closes an open checkout', async () => {
  const payer = await newPayer()
  const { url } = await choosePlan(payer, 'growth')
  await cancelBilling(payer.accountId)
  expect(() => account.pay(url ?? '')).toThrow()
})

test('canceling billing also ends a subscription that is paid for at the same time', async () => {
  const payer = await newPayer()
  const { url } = await choosePlan(payer, 'growth')
  const held = stripe.holdNext('GET checkout/sessions', 'answer')
  const cancelling = cancelBilling(payer.accountId)
  await held.arrived
  const subscriptionId = account.pay(url ?? '')
  held.release()
  await cancelling
  expect(account.subscriptions.get(subscriptionId)?.status).toBe('canceled')
})

test('late events do not bring a deleted account back', async () => {
  const { payer } = await subscriber(stripe, 'scale')
  const { redis } = await store()
  const { profile } = redisKeys(payer.accountId)
  // One event is in transit during the deletion, and another arrives afterward.
  const held = stripe.holdNext('GET subscriptions', 'answer')
  const { customerId } = await readProfile(payer.accountId)
  const underWay = deliver({ type: 'invoice.paid', data: { object: { customer: customerId } } })
  await held.arrived
  await cancelBilling(payer.accountId)
  await redis.del(profile)
  held.release()
  expect([...(await underWay), ...(await deliver(...account.newEvents()))]).toEqual([200, 200])
  expect(await redis.exists(profile)).toBe(0)
  await syncPlan(payer.accountId, customerId ?? '', 'stripe')
  expect(await redis.exists(profile)).toBe(0)
})

test('canceling billing fails while Stripe is down, and works after Stripe recovers', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { payer } = await subscriber(stripe, 'growth')
  stripe.down = true
  await expect(cancelBilling(payer.accountId)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  stripe.down = false
  await cancelBilling(payer.accountId)
})
