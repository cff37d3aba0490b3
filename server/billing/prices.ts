import type Stripe from 'stripe'
import { type Plan, planOf } from '@/server/access/plans'
import { env } from '@/server/env'
import { createOnce } from './stripe'

/** The currency that plans are paid in. */
export const currency = 'usd'
const interval = 'month'

/**
 * The metadata field that names the plan of a price. The lookup key names it too, but moves to another price when the plan's
 * price changes.
 */
const planField = 'pinref_plan'
const lookupKey = (plan: string) => `pinref_${plan}_monthly`

/** Returns the plan of a Stripe price, at any amount; null if it is not a plan of this server. */
export function planOfPrice({ id, metadata, lookup_key }: PriceFacts): Plan | null {
  const set = env().PLANS.find(({ stripePriceId }) => stripePriceId === id)
  return planOf(set?.id ?? metadata[planField] ?? lookup_key?.match(/^pinref_(.+)_monthly$/)?.[1] ?? '')
}

type PriceFacts = Pick<Stripe.Price, 'id' | 'metadata' | 'lookup_key'>

/**
 * Returns the Stripe price of a plan: the one in `PLANS`, or else the one with the plan's current amount, created if there is
 * none. Earlier subscribers keep their price.
 * @returns its id at Stripe.
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
