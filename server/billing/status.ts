import type { PlanId } from '@/server/access/plans'
import { readProfile } from '@/server/access/profile'
import { redisKeys } from '@/server/access/redis-keys'
import { env } from '@/server/env'
import { store } from '@/server/store/store'

/** What the dashboard shows of an account's plan. */
export interface BillingStatus {
  /** Off: any plan can be chosen, and nothing is charged. */
  billing: 'on' | 'off'
  plan: PlanId
  /** Whether there is a customer portal. */
  portal: boolean
  /** When a cancelled plan ends, epoch seconds; null while it renews itself. */
  endsSeconds: number | null
  /** Whether a failed payment is still due; it is paid in the portal. */
  paymentFailed: boolean
}

/** Whether plans are paid for here; otherwise choosing one grants it. */
export const billingIsOn = (): boolean => env().STRIPE_SECRET_KEY !== undefined

/** The billing status of an account as last reported by Stripe; Stripe is not asked. */
export async function billingStatus(accountId: string): Promise<BillingStatus> {
  const { redis } = await store()
  const [{ plan, customerId }, noted] = await Promise.all([
    readProfile(accountId),
    redis.hmget<{ planEnds: number | ''; paymentFailed: string }>(
      redisKeys(accountId).profile,
      'planEnds',
      'paymentFailed',
    ),
  ])
  const on = billingIsOn()
  return {
    billing: on ? 'on' : 'off',
    plan,
    portal: on && customerId !== null,
    endsSeconds: on && noted?.planEnds ? noted.planEnds : null,
    paymentFailed: on && noted?.paymentFailed === 'yes',
  }
}
