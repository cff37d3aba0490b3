import type Stripe from 'stripe'
import type { Plan } from '@/server/access/plans'
import { priceOf } from './prices'
import { orNull } from './stripe'
import { endsSeconds, givesPlan, type PlanSubscription } from './subscription-state'

/**
 * Puts a subscription on another plan, now. What is left of the month is charged or credited at once; where the charge does
 * not go through, the old plan stays until the invoice is paid.
 * @returns where to pay that invoice; null when the plan has changed.
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
  if (!url) throw new Error('Stripe waits for a payment and does not say where')
  return url
}

/** Takes a planned cancellation back. Stripe refuses a request that names both of the ways to plan one. */
export async function renew(stripe: Stripe, { subscription }: PlanSubscription): Promise<void> {
  if (subscription.cancel_at_period_end) {
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  } else if (subscription.cancel_at !== null) {
    await stripe.subscriptions.update(subscription.id, { cancel_at: '' })
  }
}

/** Ends a subscription with the month that is paid for; one that gives nothing ends now. */
export async function end(stripe: Stripe, held: PlanSubscription): Promise<void> {
  if (!givesPlan(held)) return cancelNow(stripe, held.subscription.id)
  const ends = endsSeconds(held)
  if (ends !== null && ends <= held.item.current_period_end) return
  await stripe.subscriptions.update(held.subscription.id, { cancel_at_period_end: true })
}

/** Ends a subscription now; one that has ended already is fine. */
export async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  await orNull(stripe.subscriptions.cancel(subscriptionId))
}
