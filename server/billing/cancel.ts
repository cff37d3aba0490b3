import Stripe from 'stripe'
import { readProfile } from '@/server/access/profile'
import { cancelNow } from './change-subscription'
import { isOpen, latestSessions } from './checkout-session'
import { forgetCustomer, subscriptionsOf } from './customers'
import { askingStripe, orNull, stripeClient } from './stripe'

/**
 * Ends all subscriptions and open checkout pages of an account at once, before the account is deleted. Idempotent.
 * @throws PinrefError `upstream_unavailable`, `store_unavailable`: keep the account then, or it would go on paying.
 */
export async function cancelBilling(accountId: string): Promise<void> {
  const stripe = stripeClient()
  const { customerId } = await readProfile(accountId)
  if (!customerId) return
  if (stripe) await askingStripe(() => endAll(stripe, customerId))
  await forgetCustomer(customerId)
}

async function endAll(stripe: Stripe, customerId: string): Promise<void> {
  const sessions = await orNull(latestSessions(stripe, customerId))
  for (const { id } of sessions?.filter(isOpen) ?? []) await expire(stripe, id)
  for (const { id } of await subscriptionsOf(stripe, customerId)) await cancelNow(stripe, id)
}

/** Closes a checkout page. One that was just paid cannot be closed; its subscription exists by then and is cancelled next. */
async function expire(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}
