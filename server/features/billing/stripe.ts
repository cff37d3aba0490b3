import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { type Plan, planOf } from '@/server/metering/access/limits'
import { logError } from '@/server/platform/observability/logger'
import { PinrefError } from '@/server/platform/problems/errors'
import { env } from '@/server/platform/settings/env'
import { stripeLimits } from './status'

let client: Stripe | undefined

/**
 * Returns the Stripe client for this environment's key, created once; null if there is no key, because billing is then
 * off.
 */
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
    timeout: stripeLimits.timeoutMs,
    maxNetworkRetries: stripeLimits.retries,
    telemetry: false,
  })
}

/**
 * Runs work that calls Stripe. Logs Stripe's error, because only the operator can fix it.
 * @throws PinrefError `upstream_unavailable` if Stripe returns an error or does not respond.
 */
export async function callingStripe<T>(work: () => Promise<T>): Promise<T> {
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

/** Returns the response to a request; null if Stripe does not have (or no longer has) the requested object. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

/**
 * Creates a Stripe object only once, no matter how many calls compete, because they share an idempotency key.
 *
 * Stripe stores the first response to a key for a day, even if the failure was Stripe's own, and rejects the key for a
 * different request (such as one from a new version of the app). Either case would block the account until the next
 * day, so the request is then sent once more with a new key.
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

/** The currency of all plans. */
const currency = 'usd'
const interval = 'month'

/**
 * The metadata field that contains a price's plan. The lookup key also contains the plan, but moves to another price
 * when the plan's price changes.
 */
const planField = 'pinref_plan'
const lookupKey = (plan: string) => `pinref_${plan}_monthly`

/** Returns a Stripe price's plan, regardless of the amount; null if it is not one of this server's plans. */
export function planOfPrice({ id, metadata, lookup_key }: PriceFacts): Plan | null {
  const set = env().PLANS.find(({ stripePriceId }) => stripePriceId === id)
  return planOf(set?.id ?? metadata[planField] ?? lookup_key?.match(/^pinref_(.+)_monthly$/)?.[1] ?? '')
}

type PriceFacts = Pick<Stripe.Price, 'id' | 'metadata' | 'lookup_key'>

/**
 * Returns a plan's Stripe price: the one in `PLANS`, or else one with the plan's current amount, created if there is
 * none. Existing subscribers keep their price.
 * @returns the Stripe price id.
 */
export async function priceOf(stripe: Stripe, plan: Plan): Promise<string> {
  const set = env().PLANS.find(({ id }) => id === plan.id)?.stripePriceId
  if (set !== undefined) return set
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey(plan.id)], active: true })
  const [current] = data
  if (current && asksFor(current, plan)) return current.id
  if (current && !current.metadata[planField]) {
    await stripe.prices.update(current.id, { metadata: { [planField]: plan.id } })
  }
  const productId = typeof current?.product === 'string' ? current.product : null
  const key = `pinref-price-${plan.id}-${plan.monthlyPriceCents}-${productId ?? 'new'}`
  const created = await createOnce(key, (idempotencyKey) =>
    stripe.prices.create(
      {
        ...(productId ? { product: productId } : { product_data: { name: `Pinref ${plan.name}` } }),
        currency,
        recurring: { interval },
        unit_amount: plan.monthlyPriceCents,
        lookup_key: lookupKey(plan.id),
        transfer_lookup_key: true,
        metadata: { [planField]: plan.id },
      },
      { idempotencyKey },
    ),
  )
  return created.id
}

const asksFor = (price: Stripe.Price, plan: Plan): boolean =>
  price.unit_amount === plan.monthlyPriceCents &&
  price.currency === currency &&
  price.recurring?.interval === interval &&
  price.recurring.interval_count === 1
