import { store } from '@/server/store/store'
import { firstPlan, type PlanId, planOf } from './plans'
import { redisKeys } from './redis-keys'

/** What is known of an account besides its sign-in. */
export interface Profile {
  plan: PlanId
  /** ISO 8601, UTC. */
  created: string
  /** The customer at Stripe; null before the first checkout. */
  customerId: string | null
  /** The subscription at Stripe; null without one. */
  subscriptionId: string | null
}

/** The profile of an account; one that was never written has the first plan. */
export async function readProfile(accountId: string): Promise<Profile> {
  const { redis } = await store()
  const fields = await redis.hgetall<Record<string, string>>(redisKeys(accountId).profile)
  return {
    plan: planOf(fields?.plan ?? '')?.id ?? firstPlan,
    created: fields?.created ?? new Date(0).toISOString(),
    customerId: fields?.customerId || null,
    subscriptionId: fields?.subscriptionId || null,
  }
}

/** Writes some fields of a profile; a changed plan takes effect on the next call. `null` clears a field. */
export async function writeProfile(accountId: string, changes: Partial<Profile>): Promise<void> {
  const { redis } = await store()
  const fields = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? '']))
  await redis.hset(redisKeys(accountId).profile, fields)
}
