import { formatCents, formatPrice } from '@/components/format/money'
import { formatCalls, formatNumber } from '@/components/format/number'
import type { Billing } from '@/server/features/billing/status'
import type { Plan } from '@/server/metering/access/limits'

/** Returns a plan's quota as a phrase: "10,000 calls a month". */
export const quotaPhrase = ({ monthlyQuota }: Plan): string =>
  monthlyQuota === null ? 'no monthly limit' : `${formatCalls(monthlyQuota)} a month`

/** Returns how many listings a plan watches as a phrase: "10,000 watched listings"; null if none. */
export function watchedPhrase({ watched }: Plan): string | null {
  if (watched === null) return 'any number of watched listings'
  return watched === 0 ? null : `${formatNumber(watched)} watched ${watched === 1 ? 'listing' : 'listings'}`
}

/** Returns how many members a plan's accounts may have as a phrase: "10 members". */
export const membersPhrase = ({ members }: Plan): string =>
  members === null ? 'any number of members' : `${formatNumber(members)} ${members === 1 ? 'member' : 'members'}`

/** Returns which plans count each check of a watched listing as a call. */
export function checksCount(plans: readonly Plan[]): 'always' | 'sometimes' | 'never' {
  const counting = plans.filter(({ rechecksCount }) => rechecksCount)
  if (counting.length === 0) return 'never'
  return counting.length === plans.length ? 'always' : 'sometimes'
}

/** Returns the price of 1,000 calls when a plan's quota is used up: "$2.90"; null for a free or unlimited plan. */
export function rateOf({ monthlyQuota, monthlyPriceCents }: Plan): string | null {
  if (monthlyQuota === null || monthlyPriceCents === 0) return null
  return formatCents((monthlyPriceCents * 1000) / monthlyQuota)
}

/**
 * Returns the plan that the table highlights: the middle plan, or the larger of the two in the middle. The
 * highlighted plan is never the first one, which is free, unless there is no other.
 */
export const middlePlan = (plans: readonly Plan[]): Plan | undefined => plans[Math.floor(plans.length / 2)]

/** Describes a plan and its price as a phrase: "10,000 calls a month for $29". Without billing there are no prices. */
export function planPhrase(plan: Plan, billing: Billing): string {
  const quota = quotaPhrase(plan)
  if (billing !== 'on') return quota
  if (plan.monthlyPriceCents === 0) return `${quota}, free`
  return `${quota} for ${formatPrice(plan.monthlyPriceCents)}${plan.monthlyQuota === null ? ' a month' : ''}`
}

/** Returns what the plans cost as a phrase: "1,000 calls a month are free, and larger plans start at $29". Without billing there are no prices. */
export function offerWords(plans: readonly Plan[], billing: Billing): string {
  const [first] = plans
  const paid = plans.map(({ monthlyPriceCents }) => monthlyPriceCents).filter((cents) => cents > 0)
  const free = `${first ? quotaPhrase(first) : 'calls'} are free`
  return paid.length === 0 || billing !== 'on'
    ? free
    : `${free}, and larger plans start at ${formatPrice(Math.min(...paid))}`
}

/** Formats a day in UTC: "December 1, 2026". */
export const dayWords = (epochMs: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(epochMs)
