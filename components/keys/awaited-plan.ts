import type { Outputs } from '@/components/trpc/client'
import { type PlanId, planOf } from '@/server/access/plans'

const count = new Intl.NumberFormat('en')

/** Whether a plan that was chosen is still to be paid for, or to be heard of. */
export function isAwaited({ billing, plan }: Outputs['plans']['current'], chosen: PlanId): boolean {
  return billing === 'on' && plan !== chosen && (planOf(chosen)?.monthlyPriceCents ?? 0) > 0
}

/** A plan and what it gives: "Growth, 10,000 calls a month". */
export function planWords(id: PlanId): string {
  const plan = planOf(id)
  const calls =
    plan?.monthlyQuota == null ? 'calls without a limit' : `${count.format(plan.monthlyQuota)} calls a month`
  return `${plan?.name ?? id}, ${calls}`
}
