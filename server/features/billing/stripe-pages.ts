import type Stripe from 'stripe'
import { accountPage } from '@/server/metering/access/account-page'
import type { Plan } from '@/server/metering/access/limits'
import { checkRole } from '@/server/metering/access/member-script'
import { type Author, writerOf } from '@/server/metering/access/members'
import { readProfile } from '@/server/metering/access/profile'
import { customerFor, type Payer } from './customers'
import { callingStripe, createOnce, orNull, priceOf, stripeClient } from './stripe'

/**
 * Returns the URL of the Stripe page to pay for a plan, valid for a day. An account has at most one open page, so that
 * no one pays twice by mistake: the same choice returns the same page, and another choice closes it.
 */
export async function checkoutUrl(stripe: Stripe, payer: Payer, plan: Plan): Promise<string> {
  const customer = await customerFor(stripe, payer)
  const [price, latest] = await Promise.all([priceOf(stripe, plan), latestSessions(stripe, customer)])
  const open = latest.filter(isOpen)
  const same = open.find(({ metadata, url }) => metadata?.price === price && url)
  for (const { id } of open) if (id !== same?.id) await stripe.checkout.sessions.expire(id)

  const session = same ?? (await createOnce(`pinref-checkout-${customer}-${price}-${latest[0]?.id ?? 'first'}`, create))
  if (!session.url) throw new Error('Stripe created a checkout session without a URL')
  return session.url

  function create(idempotencyKey: string) {
    const metadata = { accountId: payer.accountId, plan: plan.id, price }
    return stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: payer.accountId,
        line_items: [{ price, quantity: 1 }],
        // Payment methods that changePlan can wait for; bank debits are not among them.
        allowed_payment_method_types: ['card', 'link'],
        metadata,
        subscription_data: { metadata },
        success_url: accountPage(payer.accountId, `/keys?welcome=${plan.id}`),
        cancel_url: accountPage(payer.accountId, '/pricing'),
      },
      { idempotencyKey },
    )
  }
}

/**
 * Returns the Stripe page where customers can see their invoices, change their card, and cancel. The page is valid for
 * a few minutes. Null if billing is off or the account has never used the checkout.
 * @throws PinrefError `account_switched`, `role_not_allowed`, `upstream_unavailable`, `store_unavailable`.
 */
export async function portalUrl(author: Author): Promise<string | null> {
  const { accountId } = writerOf(author)
  const [{ customerId }] = await Promise.all([readProfile(accountId), checkRole(author, ['owner'])])
  const stripe = stripeClient()
  return stripe && customerId ? callingStripe(() => portalOf(stripe, accountId, customerId)) : null
}

/** Returns the portal of an account's customer; null if Stripe has no such customer. */
export async function portalOf(stripe: Stripe, accountId: string, customerId: string): Promise<string | null> {
  const session = await orNull(
    stripe.billingPortal.sessions.create({ customer: customerId, return_url: accountPage(accountId, '/pricing') }),
  )
  return session?.url ?? null
}

/** Returns a customer's latest checkout sessions, newest first. */
export async function latestSessions(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer, limit: 20 })
  return data
}

export const isOpen = ({ status }: Stripe.Checkout.Session): boolean => status === 'open'
