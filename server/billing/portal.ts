import type Stripe from 'stripe'
import { readProfile } from '@/server/access/profile'
import { env } from '@/server/env'
import { askingStripe, orNull, stripeClient } from './stripe'

/**
 * The Stripe page where an account sees its invoices, changes its card and cancels, valid for a few minutes. Null if
 * billing is off or the account has never been to the checkout.
 * @throws PinrefError `upstream_unavailable`, `store_unavailable`.
 */
export async function portalUrl(accountId: string): Promise<string | null> {
  const stripe = stripeClient()
  if (!stripe) return null
  const { customerId } = await readProfile(accountId)
  return customerId ? askingStripe(() => portalOf(stripe, customerId)) : null
}

/** The portal of a customer; null if Stripe has no such customer. */
export async function portalOf(stripe: Stripe, customerId: string): Promise<string | null> {
  const session = await orNull(
    stripe.billingPortal.sessions.create({ customer: customerId, return_url: `${env().APP_URL}/pricing` }),
  )
  return session?.url ?? null
}
