import type Stripe from 'stripe'
import { type Plan, planOf } from '@/server/access/plans'
import { createOnce } from './create-once'

/** What plans are paid for in. */
export const currency = 'usd'
const interval = 'month'

/** The metadata field that names the plan of a price. The lookup key names it too, but moves on when a plan's price changes. */
const planField = 'pinref_plan'
const lookupKey = (plan: string) => `pinref_${plan}_monthly`

/** The plan that a Stripe price is for, at any amount; null if it is for none of Pinref's. */
export function planOfPrice({ metadata, lookup_key }: Pick<Stripe.Price, 'metadata' | 'lookup_key'>): Plan | null {
  return planOf(metadata[planField] ?? lookup_key?.match(/^pinref_(.+)_monthly$/)?.[1] ?? '')
}

/**
 * The Stripe price with the amount that the plan costs today; created if there is none. Earlier subscribers keep their
 * price.
 * @returns its id at Stripe.
 */
export async function priceOf(stripe: Stripe, plan: Plan): Promise<string> {
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
