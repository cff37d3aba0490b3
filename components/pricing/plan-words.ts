import type { Plan } from '@/server/access/plans'

const count = new Intl.NumberFormat('en')
const dollars = (cents: number, fractionDigits: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', minimumFractionDigits: fractionDigits }).format(
    cents / 100,
  )

/** What a plan costs a month: "$29"; "$0" for the free one. */
export const priceWords = ({ monthlyPriceCents }: Plan): string =>
  dollars(monthlyPriceCents, monthlyPriceCents % 100 === 0 ? 0 : 2)

/** What a plan gives: "10,000 calls a month". */
export const quotaWords = ({ monthlyQuota }: Plan): string =>
  monthlyQuota === null ? 'Calls without a limit' : `${count.format(monthlyQuota)} calls a month`

/** What a thousand calls come to where all of a plan is used: "$2.90 for a thousand"; null where there is no such number. */
export function rateWords({ monthlyQuota, monthlyPriceCents }: Plan): string | null {
  if (monthlyQuota === null || monthlyPriceCents === 0) return null
  return `${dollars((monthlyPriceCents * 1000) / monthlyQuota, 2)} for a thousand`
}

/** A plan in half a sentence: "10,000 calls a month for $29". */
export function planPhrase(plan: Plan): string {
  const quota = quotaWords(plan).replace(/^C/, 'c')
  return plan.monthlyPriceCents === 0
    ? `${quota}, free`
    : `${quota} for ${priceWords(plan)}${plan.monthlyQuota === null ? ' a month' : ''}`
}

/** A moment as a day of the calendar, UTC: "1 December 2026". */
export const dayWords = (epochMs: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(epochMs)
