import Stripe from 'stripe'
import type { Actor } from '@/server/features/audit/actor'
import { recordEvent } from '@/server/features/audit/log'
import { firstPlan, type Plan, type PlanId } from '@/server/metering/access/limits'
import { readProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { defineScript } from '@/server/platform/store/script'
import { fields, integer, optional, text } from '@/server/platform/store/script-values'
import { forgetCustomer, subscriptionsOf } from './customers'
import { callingStripe, orNull, planOfPrice, priceOf, stripeClient } from './stripe'
import { isOpen, latestSessions } from './stripe-pages'
import takeNumberLua from './take-number.lua'
import writeSubscriptionLua from './write-subscription.lua'

/** The combined state of an account's subscriptions. */
interface SubscriptionState {
  plan: PlanId
  /** The Stripe subscription that grants the plan; null if none does. */
  subscriptionId: string | null
  /** When a canceled plan ends, epoch seconds; null while the plan renews automatically. */
  endsSeconds: number | null
  /** Whether a failed payment is still due. */
  paymentFailed: boolean
}

/** A subscription to one of our plans. */
interface PlanSubscription {
  subscription: Stripe.Subscription
  /** The subscription's item for the plan. */
  item: Stripe.SubscriptionItem
  plan: Plan
}

/**
 * Returns the combined state of a customer's subscriptions. The largest plan takes effect. A failed payment ends the
 * plan only after Stripe gives up on it.
 */
export function subscriptionStateOf(subscriptions: Stripe.Subscription[]): SubscriptionState {
  const [best] = planSubscriptions(subscriptions)
  const granting = best && givesPlan(best) ? best : null
  return {
    plan: granting?.plan.id ?? firstPlan().id,
    subscriptionId: granting?.subscription.id ?? null,
    endsSeconds: granting ? endsSeconds(granting) : null,
    paymentFailed: best !== undefined && ['past_due', 'unpaid'].includes(best.subscription.status),
  }
}

/** Returns the subscriptions to our plans: first the ones that grant their plan now, the largest plan first. */
export function planSubscriptions(subscriptions: Stripe.Subscription[]): PlanSubscription[] {
  return subscriptions
    .flatMap((subscription) => {
      const lines = subscription.items.data.map((item) => ({ subscription, item, plan: planOfPrice(item.price) }))
      const line = lines.find((candidate): candidate is PlanSubscription => candidate.plan !== null)
      return line ? [line] : []
    })
    .sort((a, b) => Number(givesPlan(b)) - Number(givesPlan(a)) || b.plan.monthlyPriceCents - a.plan.monthlyPriceCents)
}

/**
 * Whether a subscription grants its plan now. A `past_due` subscription does: Stripe is still trying to collect the
 * payment, and ends the subscription according to the operator's Stripe settings.
 * @see https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
export const givesPlan = ({ subscription }: PlanSubscription): boolean =>
  ['active', 'trialing', 'past_due'].includes(subscription.status)

/** Whether a subscription is waiting for its customer to pay an open invoice or to resume it after a pause. */
export const waitsForCustomer = ({ subscription }: PlanSubscription): boolean =>
  ['past_due', 'unpaid', 'paused'].includes(subscription.status)

/**
 * Returns when a subscription ends, epoch seconds; null while it renews automatically. A cancellation in the customer portal sets
 * only the date, not the flag.
 */
function endsSeconds({ subscription, item }: PlanSubscription): number | null {
  return subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null)
}

/**
 * Moves a subscription to another plan now. The rest of the month is charged or credited at once. If the charge fails, the old
 * plan remains until the invoice is paid.
 * @returns where to pay that invoice; null if the plan was changed.
 * @see https://docs.stripe.com/billing/subscriptions/pending-updates
 */
export async function changePlan(
  stripe: Stripe,
  { subscription, item }: PlanSubscription,
  plan: Plan,
): Promise<string | null> {
  const { pending_update, latest_invoice } = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: await priceOf(stripe, plan) }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  })
  if (!pending_update) return null
  const url = typeof latest_invoice === 'object' ? latest_invoice?.hosted_invoice_url : null
  if (!url) throw new Error('Stripe requires a payment but returned no URL for it')
  return url
}

/** Revokes a scheduled cancellation. Stripe rejects a request that uses both fields for scheduled cancellations. */
export async function renew(stripe: Stripe, { subscription }: PlanSubscription): Promise<void> {
  if (subscription.cancel_at_period_end) {
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  } else if (subscription.cancel_at !== null) {
    await stripe.subscriptions.update(subscription.id, { cancel_at: '' })
  }
}

/** Ends a subscription at the end of the paid month; a subscription that grants nothing ends now. */
export async function end(stripe: Stripe, held: PlanSubscription): Promise<void> {
  if (!givesPlan(held)) return cancelNow(stripe, held.subscription.id)
  const ends = endsSeconds(held)
  if (ends !== null && ends <= held.item.current_period_end) return
  await stripe.subscriptions.update(held.subscription.id, { cancel_at_period_end: true })
}

/** Ends a subscription now, if it has not ended already. */
async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  await orNull(stripe.subscriptions.cancel(subscriptionId))
}

/**
 * Ends all of an account's subscriptions and open checkout pages at once, before the account is deleted. Idempotent.
 * @throws PinrefError `upstream_unavailable`, `store_unavailable`. In that case, do not delete the account, or its
 *   owner will still be charged.
 */
export async function cancelBilling(accountId: string): Promise<void> {
  const stripe = stripeClient()
  const { customerId } = await readProfile(accountId)
  if (!customerId) return
  if (stripe) await callingStripe(() => endAll(stripe, customerId))
  await forgetCustomer(customerId)
}

async function endAll(stripe: Stripe, customerId: string): Promise<void> {
  const sessions = await orNull(latestSessions(stripe, customerId))
  for (const { id } of sessions?.filter(isOpen) ?? []) await expire(stripe, id)
  for (const { id } of await subscriptionsOf(stripe, customerId)) await cancelNow(stripe, id)
}

/**
 * Closes a checkout page. A page that was just paid cannot be closed; its subscription exists by then and is canceled
 * next.
 */
async function expire(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

/**
 * Returns the next request number, or nothing if the account does not have this customer, so that a deleted account is not
 * recreated.
 */
const takeNumber = defineScript({
  name: 'take-number',
  keys: ['profile'],
  args: { customerId: text },
  returns: optional(integer),
  lua: takeNumberLua,
})

/** Stores a response, unless the response to a later request is already stored. If stored, returns the previous plan. */
const write = defineScript({
  name: 'write-subscription',
  keys: ['profile'],
  args: { customerId: text, number: integer, values: fields },
  returns: optional(text),
  lua: writeSubscriptionLua,
})

/**
 * Gives an account the plan that its customer currently pays for through Stripe; does nothing if billing is off.
 *
 * May be called at any time, any number of times, and concurrently. This gets a number before calling Stripe, and
 * stores the response only if no response with a higher number is stored. Stripe sends an event after each change. The
 * number of the call for this event is higher than the number of any request made before the change, so its response
 * wins, regardless of the order in which events and responses arrive.
 * @param by who changes the plan, if the plan changes.
 * @throws PinrefError `upstream_unavailable`, `store_unavailable`.
 */
export async function syncPlan(accountId: string, customerId: string, by: Actor): Promise<void> {
  const stripe = stripeClient()
  if (!stripe) return
  const { profile } = redisKeys(accountId)
  const number = await takeNumber({ profile }, { customerId })
  if (number === null) return
  const state = subscriptionStateOf(await callingStripe(() => subscriptionsOf(stripe, customerId)))
  const before = await write({ profile }, { customerId, number, values: fieldsOf(state) })
  if (before !== null) recordPlan(accountId, before || firstPlan().id, state.plan, by)
}

/** Writes a plan change to the audit log; does nothing if the plan is the same. */
export function recordPlan(accountId: string, from: string, to: string, by: Actor): void {
  if (from !== to) recordEvent(accountId, { kind: 'plan-changed', from, to }, by)
}

const fieldsOf = ({ plan, subscriptionId, endsSeconds, paymentFailed }: SubscriptionState) => ({
  plan,
  subscriptionId: subscriptionId ?? '',
  planEnds: endsSeconds ?? '',
  paymentFailed: paymentFailed ? 'yes' : '',
})
