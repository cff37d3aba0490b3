import { redisKeys } from '@/server/access/redis-keys'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import { subscriptionsOf } from './customers'
import { askingStripe, stripeClient } from './stripe'
import { type SubscriptionState, subscriptionStateOf } from './subscription-state'

/** The next number, or 0 where the account has no such customer (any more): a deleted account is not brought back. */
const takeNumber = script(`
if redis.call('HGET', KEYS[1], 'customerId') ~= ARGV[1] then return 0 end
return redis.call('HINCRBY', KEYS[1], 'billingAsked', 1)
`)

/** Writes what came of a question, unless that of a later one is written already. */
const write = script(`
if redis.call('HGET', KEYS[1], 'customerId') ~= ARGV[1] then return 0 end
if tonumber(redis.call('HGET', KEYS[1], 'billingWritten') or '0') >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'billingWritten', ARGV[2],
  'plan', ARGV[3], 'subscriptionId', ARGV[4], 'planEnds', ARGV[5], 'paymentFailed', ARGV[6])
return 1
`)

/**
 * Gives an account the plan that its customer pays for at Stripe as of now; with billing off nothing happens.
 *
 * It may be called at any time, any number of times and many times at once. A number is taken before Stripe is asked, and an
 * answer is written only where none with a higher number is. Every change at Stripe is followed by an event; the number of
 * that event is higher than those of all questions that were asked before the change, so its answer stands, in whatever order
 * events and answers come.
 * @throws PinrefError `upstream_unavailable`, `store_unavailable`.
 */
export async function syncPlan(accountId: string, customerId: string): Promise<void> {
  const stripe = stripeClient()
  if (!stripe) return
  const { profile } = redisKeys(accountId)
  const number = Number(await runScript(takeNumber, [profile], [customerId]))
  if (number === 0) return
  const state = subscriptionStateOf(await askingStripe(() => subscriptionsOf(stripe, customerId)))
  await runScript(write, [profile], [customerId, number, ...fieldsOf(state)])
}

const fieldsOf = ({ plan, subscriptionId, endsSeconds, paymentFailed }: SubscriptionState): string[] => [
  plan,
  subscriptionId ?? '',
  endsSeconds === null ? '' : String(endsSeconds),
  paymentFailed ? 'yes' : '',
]
