import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { choosePlan } from '@/server/features/billing/checkout'
import { readProfile, writeProfile } from '@/server/metering/access/profile'
import type { StripeEvent } from '../../support/stripe-objects'
import type { Held } from '../../support/stripe-stand-in'
import { deliver, newPayer, planOf, receive, signed, subscriber, turnBillingOn } from './billing'

const stripe = await turnBillingOn()
const list = 'GET subscriptions'

beforeEach(() => {
  stripe.account.newEvents()
})

/** Returns a fixed sample of the 720 orders of six events, or all of them with `LONG_FORMS=1`. */
function ordersOf<T>(all: T[]): T[][] {
  if (process.env.LONG_FORMS) return permutations(all)
  const order = fc.shuffledSubarray(all, { minLength: all.length })
  return fc.sample(order, { seed: 20_261_121, numRuns: 24 })
}

function permutations<T>(all: T[]): T[][] {
  if (all.length < 2) return [all]
  return all.flatMap((first, at) => permutations(all.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

/** Six events: a plan is bought, then its renewal fails. */
const journeys = [
  {
    title: 'a plan is bought, and the renewal fails for good',
    end: 'starter',
    live: (subscriptionId: string) => {
      stripe.account.failRenewal(subscriptionId)
      stripe.account.become(subscriptionId, 'unpaid')
    },
  },
  {
    title: 'a plan is bought, the renewal fails and is paid after all',
    end: 'growth',
    live: (subscriptionId: string) => {
      stripe.account.failRenewal(subscriptionId)
      stripe.account.become(subscriptionId, 'active')
    },
  },
] as const

describe('events result in the same plan in any order', () => {
  test.each(journeys)('$title', { timeout: process.env.LONG_FORMS ? 600_000 : 60_000 }, async ({ live, end }) => {
    const payer = await newPayer()
    const { url } = await choosePlan(payer, 'growth')
    live(stripe.account.pay(url ?? ''))
    const events = stripe.account.newEvents()
    expect(events).toHaveLength(6)
    for (const order of ordersOf(events)) {
      await writeProfile(payer.accountId, { plan: 'scale', subscriptionId: null })
      await deliver(...order)
      expect(await planOf(payer), order.map(({ type }) => type).join(', ')).toBe(end)
    }
  })

  test('events delivered twice, and again after the plan has ended, change nothing', async () => {
    const { payer, subscriptionId } = await subscriber(stripe, 'growth')
    await choosePlan(payer, 'unlimited')
    const upgrade = stripe.account.newEvents()
    await choosePlan(payer, 'starter')
    stripe.account.endMonth(subscriptionId)
    const ending = stripe.account.newEvents()
    const twice = [...upgrade, ...ending].flatMap((event) => [event, event])
    await deliver(...twice, ...upgrade)
    expect(await readProfile(payer.accountId)).toMatchObject({ plan: 'starter', subscriptionId: null })
  })

  test('an older event does not undo an upgrade', async () => {
    const payer = await newPayer()
    const { url } = await choosePlan(payer, 'growth')
    stripe.account.pay(url ?? '')
    const late = stripe.account.newEvents()
    await choosePlan(payer, 'scale')
    await deliver(...late)
    expect(await planOf(payer)).toBe('scale')
  })
})

describe('concurrent events', () => {
  test('an outdated response from Stripe is ignored', async () => {
    const { payer, subscriptionId } = await subscriber(stripe, 'growth')
    stripe.account.failRenewal(subscriptionId)
    const old = stripe.holdNext(list, 'answer')
    const [slow] = [deliver(...stripe.account.newEvents().slice(0, 1)), await old.arrived]
    stripe.account.become(subscriptionId, 'unpaid')
    await deliver(...stripe.account.newEvents())
    expect(await planOf(payer)).toBe('starter')
    old.release()
    expect(await slow).toEqual([200])
    expect(await planOf(payer)).toBe('starter')
  })

  test('the newest Stripe state wins, regardless of the order of changes, events, and responses', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('change' as const),
        status: fc.constantFrom('active', 'unpaid', 'past_due', 'paused'),
      }),
      fc.record({ kind: fc.constant('plan' as const), plan: fc.constantFrom('growth', 'scale', 'unlimited') }),
      fc.record({ kind: fc.constant('deliver' as const), which: fc.nat(), hold: fc.constantFrom('call', 'answer') }),
      fc.record({ kind: fc.constant('release' as const), which: fc.nat() }),
    )
    const { payer, subscriptionId } = await subscriber(stripe, 'growth')
    const subscription = stripe.account.find(stripe.account.subscriptions, subscriptionId)
    for (const plan of ['growth', 'scale', 'unlimited'] as const) await choosePlan(payer, plan)

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.infiniteStream(fc.nat()), async (steps, later) => {
        const waiting: StripeEvent[] = []
        const held: Held[] = []
        const deliveries: Array<Promise<Response>> = []
        const pick = <T>(from: T[], which: number): T | undefined => from.splice(which % Math.max(1, from.length), 1)[0]

        for (const act of steps) {
          waiting.push(...stripe.account.newEvents())
          if (act.kind === 'change') stripe.account.become(subscriptionId, act.status)
          if (act.kind === 'plan') {
            const price = [...stripe.account.prices.values()].find(({ metadata }) => metadata.pinref_plan === act.plan)
            if (price) subscription.items.data[0].price = price
            stripe.account.tell('customer.subscription.updated', subscription)
          }
          if (act.kind === 'deliver') {
            const event = pick(waiting, act.which)
            if (!event) continue
            const hold = stripe.holdNext(list, act.hold)
            deliveries.push(receive(signed(event)))
            await hold.arrived
            held.push(hold)
          }
          if (act.kind === 'release') pick(held, act.which)?.release()
        }
        waiting.push(...stripe.account.newEvents())
        for (const choice of later) {
          if (waiting.length + held.length === 0) break
          const event = choice % 2 === 0 ? pick(waiting, choice) : undefined
          if (event) await receive(signed(event))
          else pick(held, choice)?.release()
        }
        for (const { status } of await Promise.all(deliveries)) expect(status).toBe(200)

        const paid = ['active', 'past_due'].includes(subscription.status)
        const changed = steps.some(({ kind }) => kind === 'change' || kind === 'plan')
        const plan = subscription.items.data[0].price.metadata.pinref_plan
        if (changed) expect(await planOf(payer)).toBe(paid ? plan : 'starter')
      }),
      { numRuns: 150 },
    )
  })
})
