/** The plans, smallest first: the one table behind the pricing page, the docs, the checkout and the limits. */
export const plans = [
  { id: 'starter', name: 'Starter', monthlyQuota: 1_000, monthlyPriceCents: 0 },
  { id: 'growth', name: 'Growth', monthlyQuota: 10_000, monthlyPriceCents: 2_900 },
  { id: 'scale', name: 'Scale', monthlyQuota: 100_000, monthlyPriceCents: 19_900 },
  { id: 'unlimited', name: 'Unlimited', monthlyQuota: null, monthlyPriceCents: 99_900 },
] as const satisfies readonly PlanShape[]

interface PlanShape {
  id: string
  name: string
  /** Calls in a calendar month (UTC), shared by all keys of an account; null: no limit. */
  monthlyQuota: number | null
  /** US cents a month; 0: nothing to pay. */
  monthlyPriceCents: number
}

export type PlanId = (typeof plans)[number]['id']
export type Plan = PlanShape & { id: PlanId }

/** What an account has from its first day. */
export const firstPlan: PlanId = 'starter'

/** The plan with this id, or null. */
export function planOf(id: string): Plan | null {
  return plans.find((plan) => plan.id === id) ?? null
}
