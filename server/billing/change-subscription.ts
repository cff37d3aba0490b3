import type Stripe from 'stripe'
import type { Plan } from '@/server/access/plans'
import { priceOf } from './prices'
import { orNull } from './stripe'
import { endsSeconds, givesPlan, type PlanSubscription } from './subscription-state'

/**
 * Moves a subscription to another plan now. The rest of the month is charged or credited at once; if the charge fails, the
 * old plan stays until the invoice is paid.
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

/** Revokes a scheduled cancellation. Stripe refuses a request that names both ways to schedule one. */
export async function renew(stripe: Stripe, { subscription }: PlanSubscription): Promise<void> {
  if (subscription.cancel_at_period_end) {
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  } else if (subscription.cancel_at !== null) {
    await stripe.subscriptions.update(subscription.id, { cancel_at: '' })
  }
}

/** Ends a subscription at the end of the paid month; one that grants nothing ends now. */
export async function end(stripe: Stripe, held: PlanSubscription): Promise<void> {
  if (!givesPlan(held)) return cancelNow(stripe, held.subscription.id)
  const ends = endsSeconds(held)
  if (ends !== null && ends <= held.item.current_period_end) return
  await stripe.subscriptions.update(held.subscription.id, { cancel_at_period_end: true })
}

/** Ends a subscription now, if it has not ended already. */
export async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  await orNull(stripe.subscriptions.cancel(subscriptionId))
}
