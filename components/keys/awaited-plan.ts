import { quotaPhrase } from '@/components/pricing/plan-words'
import type { Outputs } from '@/components/trpc/client'
import type { Plan } from '@/server/access/plans'

/** Whether a chosen plan is not active yet because its payment has not been confirmed. */
export function isAwaited({ billing, plan }: Outputs['plans']['current'], chosen: Plan): boolean {
  return billing === 'on' && plan !== chosen.id && chosen.monthlyPriceCents > 0
}

/** Names a plan and its quota: "Growth, 10,000 calls a month". */
export function planWords(plans: readonly Plan[], id: string): string {
  const plan = plans.find((one) => one.id === id)
  return plan ? `${plan.name}, ${quotaPhrase(plan)}` : id
}
