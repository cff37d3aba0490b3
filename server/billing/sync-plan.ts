import { firstPlan } from '@/server/access/plans'
import { redisKeys } from '@/server/access/redis-keys'
import type { Actor } from '@/server/audit/events'
import { recordEvent } from '@/server/audit/log'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import { subscriptionsOf } from './customers'
import { askingStripe, stripeClient } from './stripe'
import { type SubscriptionState, subscriptionStateOf } from './subscriptions'

/** Returns the next number, or 0 if the account does not have this customer (any more): a deleted account is not brought back. */
const takeNumber = script(`
if redis.call('HGET', KEYS[1], 'customerId') ~= ARGV[1] then return 0 end
return redis.call('HINCRBY', KEYS[1], 'billingAsked', 1)
`)

/** Stores an answer, unless the answer to a later request is stored already. Returns the plan from before if it did. */
const write = script(`
if redis.call('HGET', KEYS[1], 'customerId') ~= ARGV[1] then return false end
if tonumber(redis.call('HGET', KEYS[1], 'billingWritten') or '0') >= tonumber(ARGV[2]) then return false end
local before = redis.call('HGET', KEYS[1], 'plan')
redis.call('HSET', KEYS[1], 'billingWritten', ARGV[2],
  'plan', ARGV[3], 'subscriptionId', ARGV[4], 'planEnds', ARGV[5], 'paymentFailed', ARGV[6])
return before or ''
`)

/**
 * Gives an account the plan that its customer pays for at Stripe now; does nothing with billing off.
 *
 * May be called at any time, any number of times and concurrently. A number is taken before Stripe is asked, and an answer
 * is stored only if none with a higher number is. Stripe sends an event after every change; its number is higher than that
 * of any request made before the change, so its answer wins, in whatever order events and answers arrive.
 * @param by who changes the plan, if it changes.
 * @throws PinrefError `upstream_unavailable`, `store_unavailable`.
 */
export async function syncPlan(accountId: string, customerId: string, by: Actor): Promise<void> {
  const stripe = stripeClient()
  if (!stripe) return
  const { profile } = redisKeys(accountId)
  const number = Number(await runScript(takeNumber, [profile], [customerId]))
  if (number === 0) return
  const state = subscriptionStateOf(await askingStripe(() => subscriptionsOf(stripe, customerId)))
  const before = await runScript(write, [profile], [customerId, number, ...fieldsOf(state)])
  if (before !== null) recordPlan(accountId, String(before) || firstPlan().id, state.plan, by)
}

/** Writes a change of plan to the audit log, if it is one. */
export function recordPlan(accountId: string, from: string, to: string, by: Actor): void {
  if (from !== to) recordEvent(accountId, { kind: 'plan-changed', from, to }, by)
}

const fieldsOf = ({ plan, subscriptionId, endsSeconds, paymentFailed }: SubscriptionState): string[] => [
  plan,
  subscriptionId ?? '',
  endsSeconds === null ? '' : String(endsSeconds),
  paymentFailed ? 'yes' : '',
]
