import { formatNumber } from '@/components/format/number'
import type { Plan } from '@/server/access/plans'
import { dayWords } from './plan-words'

/**
 * Says what happens to the calls made this month when a plan is changed.
 * @param usage of this month; null until it is known.
 */
export function callsWords(
  plan: Plan,
  { from, grants }: { from: Plan | null; grants: boolean },
  usage: { used: number; resetSeconds: number } | null,
): string {
  const { monthlyQuota } = plan
  if (from === null) return 'They go on counting as before'
  if (!grants) return `They count against ${from.name} until then`
  if (monthlyQuota === null) return 'No longer limited'
  if (usage === null) return `Those you’ve made count towards the new ${formatNumber(monthlyQuota)}`
  const { used, resetSeconds } = usage
  if (used === 0) return `None made yet: you begin with ${formatNumber(monthlyQuota)}`
  const left = monthlyQuota - used
  const made = `You’ve made ${formatNumber(used)}`
  return left > 0
    ? `${made}, which count towards the new ${formatNumber(monthlyQuota)}: ${formatNumber(left)} left`
    : `${made}, and ${plan.name} has ${formatNumber(monthlyQuota)}: calls are refused until ${dayWords(resetSeconds * 1000)}`
}
