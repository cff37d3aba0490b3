import { afterEach, expect, test, vi } from 'vitest'
import { readProfile } from '@/server/access/profile'
import { redisKeys } from '@/server/access/redis-keys'
import { cancelBilling } from '@/server/billing/cancel'
import { choosePlan } from '@/server/billing/checkout'
import { syncPlan } from '@/server/billing/sync-plan'
import { store } from '@/server/store/store'
import { deliver, newPayer, subscriber, turnBillingOn } from './billing'

const stripe = await turnBillingOn()
const { account } = stripe

afterEach(() => {
  stripe.down = false
})

test('deleting an account ends its subscription, and doing so twice is harmless', async () => {
  const { payer, subscriptionId } = await subscriber(stripe, 'scale')
  await cancelBilling(payer.accountId)
  expect(account.subscriptions.get(subscriptionId)?.status).toBe('canceled')
  await cancelBilling(payer.accountId)
})

test('an account whose subscription has just ended can be deleted', async () => {
  const { payer, subscriptionId } = await subscriber(stripe, 'scale')
  const held = stripe.holdNext('GET subscriptions', 'answer')
  const cancelling = cancelBilling(payer.accountId)
  await held.arrived
  account.become(subscriptionId, 'canceled')
  held.release()
  await cancelling
})

test('an account that never paid has nothing to cancel', async () => {
  stripe.calls.length = 0
  await cancelBilling((await newPayer()).accountId)
  expect(stripe.calls).toEqual([])
})

test('a checkout still open in another window expires', async () => {
  const payer = await newPayer()
  const { url } = await choosePlan(payer, 'growth')
  await cancelBilling(payer.accountId)
  expect(() => account.pay(url ?? '')).toThrow()
})

test('a checkout paid during the deletion is cancelled at once', async () => {
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
  // One event is on its way during the deletion, and another comes afterwards.
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

test('while Stripe is down an account cannot be deleted, or it would go on paying', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { payer } = await subscriber(stripe, 'growth')
  stripe.down = true
  await expect(cancelBilling(payer.accountId)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  stripe.down = false
  await cancelBilling(payer.accountId)
})
