import type { PlanId } from '@/server/metering/access/limits'
import { readProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'

/** How long Stripe may take to respond, how often a call is repeated, and the maximum size of an event in bytes. */
export const stripeLimits = { timeoutMs: 10_000, retries: 2, maxEventBytes: 256 * 1024 } as const

/** How long all attempts to reach Stripe may take, in milliseconds. */
export const stripeMs = (1 + stripeLimits.retries) * stripeLimits.timeoutMs

/**
 * How an account gets a larger plan. `on`: the account pays through Stripe. `off`: the account chooses one for free.
 * `operator`: the operator grants the plan, because calls cost the operator money and billing is not set up.
 */
export type Billing = 'on' | 'off' | 'operator'

/** The plan details that the dashboard shows. */
export interface BillingStatus {
  billing: Billing
  plan: PlanId
  /** Whether there is a customer portal. */
  portal: boolean
  /** When a canceled plan ends, epoch seconds; null while the plan renews automatically. */
  endsSeconds: number | null
  /** Whether a failed payment is still due, which the customer can pay in the portal. */
  paymentFailed: boolean
}

/** Returns how accounts get plans on this server. */
export function billingMode(): Billing {
  const { STRIPE_SECRET_KEY, GOOGLE_MAPS_API_KEY } = env()
  if (STRIPE_SECRET_KEY) return 'on'
  return GOOGLE_MAPS_API_KEY ? 'operator' : 'off'
}

/** Returns an account's billing status as last reported by Stripe, without calling Stripe. */
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
  const billing = billingMode()
  const on = billing === 'on'
  return {
    billing,
    plan,
    portal: on && customerId !== null,
    endsSeconds: on && noted?.planEnds ? noted.planEnds : null,
    paymentFailed: on && noted?.paymentFailed === 'yes',
  }
}
