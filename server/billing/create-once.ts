import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'

/**
 * Creates something at Stripe only once, however many calls compete: they share an idempotency key.
 *
 * Stripe keeps the first answer to a key for a day, even a failure of its own, and refuses the key for a different request
 * (a new version of the app may word it differently). Either would block the account until the next day, so the request is
 * then sent once more under a fresh key.
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
