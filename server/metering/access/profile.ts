import { PinrefError } from '@/server/platform/problems/errors'
import { defineScript } from '@/server/platform/store/script'
import { fields, flag, oneOf, optional, outcomes, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { firstPlan, type PlanId, planOf } from './limits'
import { defineMemberScript } from './member-script'
import { type Author, writerOf } from './members'
import { redisKeys } from './redis-keys'
import { accountSuspended } from './refusals'
import setPlanLua from './set-plan.lua'
import suspendLua from './suspend-account.lua'
import writeProfileLua from './write-profile.lua'

/** An account's data other than its sign-in data. */
export interface Profile {
  /** The account's name; empty in accounts from before accounts had names. */
  name: string
  plan: PlanId
  /** Since when the owners require a second factor of every member, ISO 8601, UTC; null if they don't. */
  requiresSecondFactor: string | null
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

/** Returns an account's name, or a word for an account from before accounts had names. */
export const shownName = (name: string): string => name || 'Account'

/** Reads an account's profile. A missing profile means the first plan. */
export async function readProfile(accountId: string): Promise<Profile> {
  const { redis } = await store()
  const fields = await redis.hgetall<Record<string, string>>(redisKeys(accountId).profile)
  return {
    name: fields?.name ?? '',
    plan: planOf(fields?.plan ?? '')?.id ?? firstPlan().id,
    requiresSecondFactor: fields?.requiresSecondFactor || null,
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

const write = defineMemberScript({
  name: 'write-profile',
  keys: ['profile'],
  roles: ['owner'],
  args: { values: fields },
  returns: flag,
  lua: writeProfileLua,
})

/**
 * Writes some of a profile's fields. A plan change takes effect on the next call. `null` clears a field.
 * @param author an owner, or the account if Pinref writes them.
 * @throws PinrefError `not_signed_in` if the account has been deleted; `account_switched`, `role_not_allowed`.
 */
export async function writeProfile(author: Author, changes: Partial<Profile>): Promise<void> {
  await write(author, redisKeys(writerOf(author).accountId), { values: profileFields(changes) })
}

/** Returns a profile's fields as stored. A name is JSON, because the client would parse a name like `4711`. */
export const profileFields = (changes: Partial<Profile>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, field === 'name' ? JSON.stringify(value) : (value ?? '')]),
  )

const suspend = defineScript({
  name: 'suspend-account',
  keys: ['members', 'profile'],
  args: { since: text, reason: text, by: text },
  returns: oneOf('gone', 'same', 'changed'),
  lua: suspendLua,
})

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
  const { reason, by } = suspension ?? { reason: '', by: '' }
  const since = suspension ? new Date().toISOString() : ''
  const outcome = await suspend(redisKeys(accountId), { since, reason, by })
  if (outcome === 'gone') throw accountNotFound()
  return outcome === 'changed'
}

const setPlan = defineScript({
  name: 'set-plan',
  keys: ['members', 'profile'],
  args: { plan: text, overSubscription: flag },
  returns: outcomes({ gone: {}, subscribed: {}, changed: { before: optional(text) } }),
  lua: setPlanLua,
})

/**
 * Sets an account's plan, starting with its next call, even if it pays for a different plan. A later event from Stripe
 * can change the plan again.
 * @param overSubscription whether to also change the plan of an account that keeps paying for a subscription.
 * @returns the id of the previous plan.
 * @throws PinrefError `account_not_found`, `store_unavailable`; `invalid_request` for a subscription, unless `overSubscription`.
 */
export async function givePlan(accountId: string, plan: PlanId, overSubscription: boolean): Promise<string> {
  const result = await setPlan(redisKeys(accountId), { plan, overSubscription })
  if (result.outcome === 'gone') throw accountNotFound()
  if (result.outcome === 'subscribed') throw subscribed()
  return result.before ?? firstPlan().id
}

/** The error of an operator's action on an account that does not exist. */
export const accountNotFound = () =>
  new PinrefError('account_not_found', 'This account does not exist, or was deleted.')

const subscribed = () =>
  new PinrefError(
    'invalid_request',
    'This account pays for its plan through Stripe and will still be charged for it. Confirm to change the plan anyway.',
  )
