import { env } from '@/server/env'
import type { PlanSetting } from '@/server/plan-table'

/** A plan as anybody may see it: without its price id at Stripe. */
export type Plan = Omit<PlanSetting, 'stripePriceId'>

export type PlanId = Plan['id']

let table: readonly Plan[] | undefined

/** The plans of this server, smallest first: the one table behind the pricing page, the docs, the checkout and the limits. */
export function plans(): readonly Plan[] {
  table ??= env().PLANS.map(({ stripePriceId: _, ...plan }) => plan)
  return table
}

/** Returns the plan of a new account, and of an account whose plan is no longer in the table. */
export function firstPlan(): Plan {
  const [first] = plans()
  if (first === undefined) throw new Error('the table of plans is empty')
  return first
}

/** The plan with this id, or null. */
export function planOf(id: string): Plan | null {
  return plans().find((plan) => plan.id === id) ?? null
}
