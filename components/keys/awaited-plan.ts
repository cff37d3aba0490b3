import { quotaPhrase } from '@/components/pricing/plan-words'
import type { Outputs } from '@/components/trpc/client'
import { type PlanId, planOf } from '@/server/access/plans'

/** Whether a chosen plan is not active yet because its payment has not been confirmed. */
export function isAwaited({ billing, plan }: Outputs['plans']['current'], chosen: PlanId): boolean {
  return billing === 'on' && plan !== chosen && (planOf(chosen)?.monthlyPriceCents ?? 0) > 0
}

/** A plan and its quota: "Growth, 10,000 calls a month". */
export function planWords(id: PlanId): string {
  const plan = planOf(id)
  return plan ? `${plan.name}, ${quotaPhrase(plan)}` : id
}
