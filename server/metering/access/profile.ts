import { PinrefError } from '@/server/platform/problems/errors'
import { store } from '@/server/platform/store/store'
import { runScript, script } from '@/server/platform/store/untyped'
import { firstPlan, type PlanId, planOf } from './limits'
import { redisKeys } from './redis-keys'
import { accountGone, accountSuspended } from './refusals'

/** An account's data other than its sign-in data. */
export interface Profile {
  plan: PlanId
  /** ISO 8601, UTC. */
  created: string
  /** When the operator suspended the account, ISO 8601, UTC; null if not suspended. */
  suspended: string | null
  /** The operator's reason and masked email, for operators only; null if not suspended. */
  suspendedReason: string | null
  suspendedBy: string | null
  /** The Stripe customer; null before the first checkout. */
  customerId: string | null
  /** The Stripe subscription; null if there is none. */
  subscriptionId: string | null
}

/** Reads an account's profile. A missing profile means the first plan. */
export async function readProfile(accountId: string): Promise<Profile> {
  const { redis } = await store()
  const fields = await redis.hgetall<Record<string, string>>(redisKeys(accountId).profile)
  return {
    plan: planOf(fields?.plan ?? '')?.id ?? firstPlan().id,
    created: fields?.created ?? new Date(0).toISOString(),
    suspended: fields?.suspended || null,
    suspendedReason: fields?.suspendedReason || null,
    suspendedBy: fields?.suspendedBy || null,
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
 * Writes some of a profile's fields. A plan change takes effect on the next call. `null` clears a field.
 * @throws PinrefError `not_signed_in` if the account has been deleted.
 */
export async function writeProfile(accountId: string, changes: Partial<Profile>): Promise<void> {
  const { user, profile } = redisKeys(accountId)
  if ((await runScript(write, [user, profile], profileFields(changes))) === 0) throw accountGone()
}

/** A profile's fields as stored: name, value, name, value. */
export const profileFields = (changes: Partial<Profile>): string[] =>
  Object.entries(changes).flatMap(([name, value]) => [name, value ?? ''])

const suspend = script(`
local user, profile = unpack(KEYS)
if redis.call('EXISTS', user) == 0 then return 'gone' end
local since = redis.call('HGET', profile, 'suspended') or ''
if (since ~= '') == (ARGV[1] ~= '') then return 'same' end
redis.call('HSET', profile, 'suspended', ARGV[1], 'suspendedReason', ARGV[2], 'suspendedBy', ARGV[3])
return 'changed'
`)

/** The maximum length of a suspension reason, in UTF-16 units. */
export const longestReason = 300

/** Why an account is suspended, and the masked email of the operator who suspended it. */
interface Suspension {
  reason: string
  by: string
}

/**
 * Suspends an account or ends its suspension. Admission checks for a suspension in the step that counts a call, so none
 * of the account's calls is admitted after this returns.
 * @param suspension null to end it; the reason is then deleted.
 * @returns whether this changed anything.
 * @throws PinrefError `account_not_found`, `store_unavailable`.
 */
export async function setSuspended(accountId: string, suspension: Suspension | null): Promise<boolean> {
  const { user, profile } = redisKeys(accountId)
  const { reason, by } = suspension ?? { reason: '', by: '' }
  const since = suspension ? new Date().toISOString() : ''
  const outcome = await runScript(suspend, [user, profile], [since, reason, by])
  if (outcome === 'gone') throw accountNotFound()
  return outcome === 'changed'
}

const givePlanScript = script(`
local user, profile = unpack(KEYS)
local plan, overSubscription = ARGV[1], ARGV[2] == '1'
if redis.call('EXISTS', user) == 0 then return { 'gone' } end
local before, subscription = unpack(redis.call('HMGET', profile, 'plan', 'subscriptionId'))
if subscription and subscription ~= '' and not overSubscription then return { 'subscribed' } end
redis.call('HSET', profile, 'plan', plan)
return { 'changed', before or '' }
`)

/**
 * Sets an account's plan, starting with its next call, even if it pays for a different plan. A later event from Stripe
 * can change the plan again.
 * @param overSubscription whether to also change the plan of an account that keeps paying for a subscription.
 * @returns the id of the previous plan.
 * @throws PinrefError `account_not_found`, `store_unavailable`; `invalid_request` for a subscription, unless `overSubscription`.
 */
export async function givePlan(accountId: string, plan: PlanId, overSubscription: boolean): Promise<string> {
  const { user, profile } = redisKeys(accountId)
  const reply = await runScript(givePlanScript, [user, profile], [plan, overSubscription ? 1 : 0])
  const [outcome, before = ''] = reply as [string, string?]
  if (outcome === 'gone') throw accountNotFound()
  if (outcome === 'subscribed') throw subscribed()
  return before || firstPlan().id
}

const accountNotFound = () => new PinrefError('account_not_found', 'This account does not exist, or was deleted.')

const subscribed = () =>
  new PinrefError(
    'invalid_request',
    'This account pays for its plan through Stripe and will still be charged for it. Confirm to change the plan anyway.',
  )
