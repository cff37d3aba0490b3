import { formatNumber } from '@/components/format/number'
import { usePlans } from '@/components/plans/plans'

/** Says what signing up gives, as the label of a button: "Create a free account: 1,000 a month". */
export function useAccountOffer(): string {
  const first = usePlans().plans[0]
  if (!first || first.monthlyPriceCents > 0) return 'Create an account'
  const { monthlyQuota } = first
  return `Create a free account: ${monthlyQuota === null ? 'unlimited' : `${formatNumber(monthlyQuota)} a month`}`
}
