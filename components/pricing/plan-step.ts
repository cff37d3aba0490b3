import { type Plan, planOf } from '@/server/access/plans'
import type { BillingStatus } from '@/server/billing/status'

/** What an account can do with a plan in the table. */
export interface PlanStep {
  /** What the button does; null where there is nothing to do. */
  action: string | null
  /** What to confirm first; null where nothing needs confirming. */
  ask: string | null
  /** Whether the plan takes effect, so that the keys page follows; otherwise it only continues, or comes later. */
  grants: boolean
}

/**
 * What choosing a plan does for an account. Only a step that charges or cancels something at once needs confirming: the
 * checkout asks by itself, and with billing off nothing is charged. Where the operator grants plans there is nothing to choose.
 */
export function planStep(plan: Plan, status: BillingStatus): PlanStep {
  const nothing: PlanStep = { action: null, ask: null, grants: false }
  if (status.billing === 'operator') return nothing
  const current = planOf(status.plan)
  const isCurrent = current?.id === plan.id
  if (isCurrent && status.endsSeconds === null) return nothing
  if (isCurrent) {
    return {
      action: `Keep ${plan.name}`,
      ask: `${plan.name} continues and renews each month.`,
      grants: false,
    }
  }
  if (plan.monthlyPriceCents === 0 && status.endsSeconds !== null) return nothing
  const action = `Choose ${plan.name}`
  const pays = status.billing === 'on' && (current?.monthlyPriceCents ?? 0) > 0
  if (!pays || !current) return { action, ask: null, grants: true }
  if (plan.monthlyPriceCents === 0) {
    const ask = `${current.name} stays active until the end of the paid month. Then you move to ${plan.name}, and nothing more is charged.`
    return { action, ask, grants: false }
  }
  const ask = `${plan.name} starts at once. What is left of ${current.name} this month is credited towards its price.`
  return { action, ask, grants: true }
}
