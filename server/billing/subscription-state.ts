import type Stripe from 'stripe'
import { firstPlan, type Plan, type PlanId } from '@/server/access/plans'
import { planOfPrice } from './prices'

/** What an account's subscriptions amount to. */
export interface SubscriptionState {
  plan: PlanId
  /** The Stripe subscription that grants the plan; null if none does. */
  subscriptionId: string | null
  /** When a cancelled plan ends, epoch seconds; null while it renews automatically. */
  endsSeconds: number | null
  /** Whether a failed payment is still due. */
  paymentFailed: boolean
}

/** A subscription to one of our plans. */
export interface PlanSubscription {
  subscription: Stripe.Subscription
  /** Its item for the plan. */
  item: Stripe.SubscriptionItem
  plan: Plan
}

/**
 * Returns what a customer's subscriptions amount to. The largest plan counts; a failed payment ends the plan only once Stripe has
 * given up on it.
 */
export function subscriptionStateOf(subscriptions: Stripe.Subscription[]): SubscriptionState {
  const [best] = planSubscriptions(subscriptions)
  const given = best && givesPlan(best) ? best : null
  return {
    plan: given?.plan.id ?? firstPlan().id,
    subscriptionId: given?.subscription.id ?? null,
    endsSeconds: given ? endsSeconds(given) : null,
    paymentFailed: best !== undefined && ['past_due', 'unpaid'].includes(best.subscription.status),
  }
}

/** Returns the subscriptions to one of our plans: first those that grant it now, the largest plan first. */
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
 * Whether a subscription grants its plan now. `past_due` does: Stripe is still trying to collect, and ends it by the rules
 * that the operator has set there.
 * @see https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
export const givesPlan = ({ subscription }: PlanSubscription): boolean =>
  ['active', 'trialing', 'past_due'].includes(subscription.status)

/** Whether a subscription waits for its customer: to pay what is due, or to resume after a pause. */
export const waitsForCustomer = ({ subscription }: PlanSubscription): boolean =>
  ['past_due', 'unpaid', 'paused'].includes(subscription.status)

/**
 * Returns when a subscription ends, epoch seconds; null while it renews automatically. A cancellation in the customer portal sets
 * the date alone, without the flag.
 */
export function endsSeconds({ subscription, item }: PlanSubscription): number | null {
  return subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null)
}
