import { env } from '@/server/env'
import type { PlanSetting } from '@/server/plan-table'

/** A plan without its Stripe price id, as anyone may see it. */
export type Plan = Omit<PlanSetting, 'stripePriceId'>

export type PlanId = Plan['id']

let table: readonly Plan[] | undefined

/** This server's plans, smallest first: the one table behind the pricing page, the docs, the checkout and the limits. */
export function plans(): readonly Plan[] {
  table ??= env().PLANS.map(({ stripePriceId: _, ...plan }) => plan)
  return table
}

/** Returns the plan of a new account, and of an account whose plan is no longer in the table. */
export function firstPlan(): Plan {
  const [first] = plans()
  if (first === undefined) throw new Error('the plan table is empty')
  return first
}

/** Returns the plan with this id, or null. */
export function planOf(id: string): Plan | null {
  return plans().find((plan) => plan.id === id) ?? null
}
