import { afterAll, expect, test } from 'vitest'
import { choosePlan } from '@/server/features/billing/checkout'
import { startRedisServer } from '../../support/redis'
import { deliver, newPayer, planOf, receive, signed, turnBillingOn } from './billing'

const server = await startRedisServer()
const stripe = await turnBillingOn({ REDIS_URL: server.url })
afterAll(() => server.stop())

test('an event that arrives while the store is down is rejected, and sets the plan when Stripe resends the event', async () => {
  const payer = await newPayer()
  const { url } = await choosePlan(payer, 'growth')
  stripe.account.pay(url ?? '')
  const [event = {}] = stripe.account.newEvents()

  server.process.kill('SIGKILL')
  const response = await receive(signed(event))
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'store_unavailable' }])

  await server.restart()
  await expect.poll(() => deliver(event)).toEqual([200])
  expect(await planOf(payer)).toBe('growth')
})
