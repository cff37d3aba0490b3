import { formatMonthlyPrice } from '@/components/format/money'
import type { BillingStatus } from '@/server/features/billing/status'
import { type Plan, planOf } from '@/server/metering/access/limits'

/** The action that a plan offers to an account. */
export interface PlanStep {
  /** The label of the button; null if there is nothing to do. */
  action: string | null
  /** What the user confirms first. */
  terms: PlanTerms
  /** Whether the plan takes effect, so the keys page opens next. Otherwise, a plan only renews or starts later. */
  grants: boolean
}

/** What changing to a plan means, as shown in the confirmation. */
interface PlanTerms {
  /** "Change from Starter to Growth?" */
  title: string
  /** The plan that the account leaves; null if it keeps its plan. */
  from: Plan | null
  price: string
  /** When the plan takes effect. */
  starts: string
  /** The label of the confirm button. */
  confirm: string
}

/**
 * Returns the effect of choosing a plan for an account, and what the user confirms first. If the operator grants plans,
 * there is nothing to choose.
 */
export function planStep(plan: Plan, status: BillingStatus): PlanStep {
  const current = planOf(status.plan)
  const isCurrent = current?.id === plan.id
  const isFree = plan.monthlyPriceCents === 0
  const price = isFree ? 'Free' : formatMonthlyPrice(plan.monthlyPriceCents)
  const action = isCurrent ? `Keep ${plan.name}` : `Choose ${plan.name}`
  const title = current && !isCurrent ? `Change from ${current.name} to ${plan.name}?` : `${action}?`
  const terms: PlanTerms = { title, from: isCurrent ? null : current, price, starts: 'Immediately', confirm: action }
  const isSettled = isCurrent ? status.endsSeconds === null : isFree && status.endsSeconds !== null
  if (status.billing === 'operator' || isSettled) return { action: null, terms, grants: false }
  if (isCurrent) {
    return { action, terms: { ...terms, starts: 'Continues and renews each month' }, grants: false }
  }
  if (status.billing === 'off') return { action, terms: { ...terms, price: 'No charge' }, grants: true }
  const pays = current !== null && current.monthlyPriceCents > 0
  if (!pays) {
    if (isFree) return { action, terms, grants: true }
    return {
      action,
      terms: { ...terms, starts: 'As soon as you’ve paid', confirm: 'Continue to payment' },
      grants: true,
    }
  }
  if (isFree) {
    const starts = `When your paid month of ${current.name} ends`
    return { action, terms: { ...terms, price: 'Free. No further charges', starts }, grants: false }
  }
  const credited = `${price}. The rest of this month’s ${current.name} is credited toward it`
  return { action, terms: { ...terms, price: credited }, grants: true }
}
