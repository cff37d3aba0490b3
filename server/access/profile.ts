import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import { firstPlan, type PlanId, planOf } from './plans'
import { redisKeys } from './redis-keys'
import { accountGone, accountSuspended } from './refusals'

/** What is known of an account besides its sign-in. */
export interface Profile {
  plan: PlanId
  /** ISO 8601, UTC. */
  created: string
  /** When the operator suspended it, ISO 8601, UTC; null if it is not suspended. */
  suspended: string | null
  /** The customer at Stripe; null before the first checkout. */
  customerId: string | null
  /** The subscription at Stripe; null without one. */
  subscriptionId: string | null
}

/** Reads the profile of an account. A profile that was never written has the first plan. */
export async function readProfile(accountId: string): Promise<Profile> {
  const { redis } = await store()
  const fields = await redis.hgetall<Record<string, string>>(redisKeys(accountId).profile)
  return {
    plan: planOf(fields?.plan ?? '')?.id ?? firstPlan().id,
    created: fields?.created ?? new Date(0).toISOString(),
    suspended: fields?.suspended || null,
    customerId: fields?.customerId || null,
    subscriptionId: fields?.subscriptionId || null,
  }
}

/** @throws PinrefError `account_suspended`. */
export async function checkNotSuspended(accountId: string): Promise<void> {
  if ((await readProfile(accountId)).suspended !== null) throw accountSuspended()
}

const write = script(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], unpack(ARGV))
return 1
`)

/**
 * Writes some fields of a profile; a changed plan takes effect on the next call. `null` clears a field.
 * @throws PinrefError `not_signed_in` if the account has been deleted.
 */
export async function writeProfile(accountId: string, changes: Partial<Profile>): Promise<void> {
  const { user, profile } = redisKeys(accountId)
  if ((await runScript(write, [user, profile], profileFields(changes))) === 0) throw accountGone()
}

/** Fields of a profile as they are stored: name, value, name, value. */
export const profileFields = (changes: Partial<Profile>): string[] =>
  Object.entries(changes).flatMap(([name, value]) => [name, value ?? ''])
