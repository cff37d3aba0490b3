import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { defineMemberScript } from '@/server/metering/access/member-script'
import type { Writer } from '@/server/metering/access/members'
import { readProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { PinrefError } from '@/server/platform/problems/errors'
import { optional, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import adoptLua from './adopt-customer.lua'
import { createOnce, orNull } from './stripe'

/** Who pays: the account, its owner who chose a plan, and the email address for receipts. */
export interface Payer extends Writer {
  email: string
}

/** JSON: `{ "accountId": … }`, because the client could parse a bare account id as a number. */
const accountKey = (customerId: string) => `customer:${customerId}`

/**
 * Stores an account's customer, unless a customer other than the expected one has been stored in the meantime. Returns
 * the stored customer.
 */
const adopt = defineMemberScript({
  name: 'adopt-customer',
  keys: ['profile'],
  roles: ['owner'],
  args: { customerId: text, expected: optional(text) },
  returns: text,
  lua: adoptLua,
})

/**
 * Returns an account's Stripe customer; creates one if there is none or the operator deleted it. Concurrent calls get
 * the same customer.
 * @throws PinrefError `not_signed_in` if the account has been deleted; `account_switched`, `role_not_allowed`.
 */
export async function customerFor(stripe: Stripe, payer: Payer): Promise<string> {
  const { accountId, email } = payer
  const { customerId } = await readProfile(accountId)
  const existing = customerId ? await orNull(stripe.customers.retrieve(customerId)) : null
  if (existing && !existing.deleted) return existing.id

  const emailHash = createHash('sha256').update(email).digest('hex').slice(0, 16)
  const key = `pinref-customer-${accountId}-${emailHash}-${customerId ?? 'first'}`
  const created = await createOnce(key, (idempotencyKey) =>
    stripe.customers.create({ email, metadata: { accountId } }, { idempotencyKey }),
  )
  const { redis } = await store()
  await redis.set(accountKey(created.id), { accountId })
  try {
    return await adopt(payer, redisKeys(accountId), { customerId: created.id, expected: customerId })
  } catch (error) {
    if (error instanceof PinrefError && error.code !== 'store_unavailable') await forgetCustomer(created.id)
    throw error
  }
}

/** Returns a Stripe customer's account; null if it is not one of Pinref's customers. */
export async function accountOfCustomer(customerId: string): Promise<string | null> {
  const { redis } = await store()
  const found = await redis.get<{ accountId: string }>(accountKey(customerId))
  return found?.accountId ?? null
}

/** Forgets a customer. From then on, events about the customer are ignored. */
export async function forgetCustomer(customerId: string): Promise<void> {
  const { redis } = await store()
  await redis.del(accountKey(customerId))
}

/** Returns a customer's subscriptions that are not canceled; none if the customer does not exist. */
export async function subscriptionsOf(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const page = await orNull(stripe.subscriptions.list({ customer: customerId, limit: 100 }))
  return page?.data ?? []
}
