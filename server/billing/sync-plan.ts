import { firstPlan } from '@/server/access/plans'
import { redisKeys } from '@/server/access/redis-keys'
import type { Actor } from '@/server/audit/events'
import { recordEvent } from '@/server/audit/log'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import { subscriptionsOf } from './customers'
import { callingStripe, stripeClient } from './stripe'
import { type SubscriptionState, subscriptionStateOf } from './subscriptions'

/** Returns the next number, or 0 if the account does not have this customer, so that a deleted account is not recreated. */
const takeNumber = script(`
if redis.call('HGET', KEYS[1], 'customerId') ~= ARGV[1] then return 0 end
return redis.call('HINCRBY', KEYS[1], 'billingAsked', 1)
`)

/** Stores a response, unless the response to a later request is already stored. If stored, returns the previous plan. */
const write = script(`
if redis.call('HGET', KEYS[1], 'customerId') ~= ARGV[1] then return false end
if tonumber(redis.call('HGET', KEYS[1], 'billingWritten') or '0') >= tonumber(ARGV[2]) then return false end
local before = redis.call('HGET', KEYS[1], 'plan')
redis.call('HSET', KEYS[1], 'billingWritten', ARGV[2],
  'plan', ARGV[3], 'subscriptionId', ARGV[4], 'planEnds', ARGV[5], 'paymentFailed', ARGV[6])
return before or ''
`)

/**
 * Gives an account the plan that its customer currently pays for at Stripe; does nothing with billing off.
 *
 * May be called at any time, any number of times, and concurrently. It takes a number before calling Stripe, and stores the
 * response only if none with a higher number is stored. Stripe sends an event after every change. Its number is higher than
 * that of any request made before the change, so its response wins, in whatever order events and responses arrive.
 * @param by who changes the plan, if it changes.
 * @throws PinrefError `upstream_unavailable`, `store_unavailable`.
 */
export async function syncPlan(accountId: string, customerId: string, by: Actor): Promise<void> {
  const stripe = stripeClient()
  if (!stripe) return
  const { profile } = redisKeys(accountId)
  const number = Number(await runScript(takeNumber, [profile], [customerId]))
  if (number === 0) return
  const state = subscriptionStateOf(await callingStripe(() => subscriptionsOf(stripe, customerId)))
  const before = await runScript(write, [profile], [customerId, number, ...fieldsOf(state)])
  if (before !== null) recordPlan(accountId, String(before) || firstPlan().id, state.plan, by)
}

/** Writes a plan change to the audit log; does nothing if the plan is the same. */
export function recordPlan(accountId: string, from: string, to: string, by: Actor): void {
  if (from !== to) recordEvent(accountId, { kind: 'plan-changed', from, to }, by)
}

const fieldsOf = ({ plan, subscriptionId, endsSeconds, paymentFailed }: SubscriptionState): string[] => [
  plan,
  subscriptionId ?? '',
  endsSeconds === null ? '' : String(endsSeconds),
  paymentFailed ? 'yes' : '',
]
