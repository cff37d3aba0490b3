import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'

/**
 * Creates something at Stripe so that calls at the same time make one: they share an idempotency key.
 *
 * Stripe keeps the first answer to a key for a day, a failure of its own too, and refuses the key for a request that differs
 * (a new version of the app may word it differently). Either would block the account until the next day, so that then the
 * request goes out once more under a key of its own.
 * @see https://docs.stripe.com/api/idempotent_requests
 */
export async function createOnce<T>(key: string, create: (idempotencyKey: string) => Promise<T>): Promise<T> {
  try {
    return await create(key)
  } catch (error) {
    if (!isStuck(error)) throw error
    return create(randomUUID())
  }
}

const isStuck = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500)
