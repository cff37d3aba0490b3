import type { Actor } from '@/server/features/audit/actor'
import { type PlanId, planOf } from '@/server/metering/access/limits'
import { checkRole } from '@/server/metering/access/member-script'
import { readProfile, writeProfile } from '@/server/metering/access/profile'
import { PinrefError } from '@/server/platform/problems/errors'
import { type Payer, subscriptionsOf } from './customers'
import { billingMode } from './status'
import { callingStripe, stripeClient } from './stripe'
import { checkoutUrl, portalOf } from './stripe-pages'
import {
  changePlan,
  end,
  givesPlan,
  planSubscriptions,
  recordPlan,
  renew,
  syncPlan,
  waitsForCustomer,
} from './subscriptions'

/** Who chooses a plan, and through which call. */
export interface Chooser extends Payer {
  by: Actor
}

/**
 * Chooses a plan for an account. With billing off, the plan is granted at once. If the operator grants plans, the choice is
 * rejected. Otherwise:
 * - the free plan: a paid plan ends with the paid month, and the free plan takes over;
 * - a first paid plan: granted after payment at checkout;
 * - another paid plan: granted at once, and the difference is charged or credited; choosing the current plan revokes a scheduled
 *   cancellation;
 * - a paid plan while a payment is due: the customer pays that first, in the customer portal.
 * @returns where to send the browser to pay; null if there is nothing to pay now.
 * @throws PinrefError `invalid_request`, `account_switched`, `role_not_allowed`, `upstream_unavailable`, `store_unavailable`.
 */
export async function choosePlan(payer: Chooser, planId: PlanId): Promise<{ url: string | null }> {
  const plan = planOf(planId)
  if (!plan) throw new PinrefError('invalid_request', 'This plan does not exist. See the pricing page for all plans.')
  if (billingMode() === 'operator') {
    throw new PinrefError(
      'invalid_request',
      'Plans cannot be bought on this server. To change your plan, contact the person who runs this server.',
    )
  }
  const { accountId, by } = payer
  const stripe = stripeClient()
  // Stripe is called only for an owner. Changes in the store check that again.
  const [{ customerId, plan: before }] = await Promise.all([readProfile(accountId), checkRole(payer, ['owner'])])

  if (!stripe || (plan.monthlyPriceCents === 0 && !customerId)) {
    await writeProfile(payer, { plan: plan.id })
    recordPlan(accountId, before, plan.id, by)
    return { url: null }
  }

  return callingStripe(async () => {
    const held = customerId ? planSubscriptions(await subscriptionsOf(stripe, customerId)) : []
    const current = held.find((candidate) => givesPlan(candidate) || waitsForCustomer(candidate))

    if (plan.monthlyPriceCents === 0) {
      for (const subscription of held) await end(stripe, subscription)
    } else {
      if (!customerId || !current) return { url: await checkoutUrl(stripe, payer, plan) }
      if (waitsForCustomer(current)) return { url: await portalOf(stripe, payer.accountId, customerId) }
      const url = current.plan.id === plan.id ? null : await changePlan(stripe, current, plan)
      if (url) return { url }
      await renew(stripe, current)
    }
    if (customerId) await syncPlan(accountId, customerId, by)
    return { url: null }
  })
}
