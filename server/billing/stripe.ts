import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { logError } from '@/server/observability/log-error'

const timeoutMs = 10_000
const maxRetries = 2

let client: Stripe | undefined

/** Returns the Stripe client for this environment's key, built once; null if no key is set, which means that billing is off. */
export function stripeClient(): Stripe | null {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = env()
  if (!STRIPE_SECRET_KEY) return null
  client ??= createClient(STRIPE_SECRET_KEY, new URL(STRIPE_API_URL))
  return client
}

function createClient(secretKey: string, { protocol, hostname, port }: URL): Stripe {
  const insecure = protocol === 'http:'
  return new Stripe(secretKey, {
    protocol: insecure ? 'http' : 'https',
    host: hostname,
    port: port || (insecure ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: maxRetries,
    telemetry: false,
  })
}

/**
 * Runs work that calls Stripe. Stripe's error goes to the log, because only the operator can do something about it.
 * @throws PinrefError `upstream_unavailable` if Stripe does not answer or refuses.
 */
export async function askingStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, requestId } = error
    logError(`Stripe failed: ${[type, code, requestId].filter(Boolean).join(' ')}`, { error })
    const detail = 'The payment service returned an error. Try again in a moment.'
    throw new PinrefError('upstream_unavailable', detail, { cause: error })
  }
}

/** Returns the answer to a request; null if Stripe does not have what was asked for (any more). */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

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
