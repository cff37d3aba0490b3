import { formatCents } from '@/components/format/money'
import type { Outputs } from '@/components/trpc/client'

export type Overview = Outputs['operator']['overview']
type Day = Overview['days'][number]

export const refetchMs = 30_000

/** Rounds a cost in US cents up to a whole cent. */
export const wholeCents = (cents: number): number => Math.max(0, Math.ceil(cents - 1e-9))

/** Writes a cost in US cents, rounded up to a whole cent: "$1.23". */
export const costWords = (cents: number): string => formatCents(wholeCents(cents))

/** A month's totals. */
export interface MonthSpending {
  /** `2026-11`. */
  month: string
  calls: number
  billable: number
  costCents: number
}

const callsOf = ({ calls }: Day) => Object.values(calls).reduce((sum, count) => sum + count, 0)

/** Returns each month's totals over these days, newest first. */
export function spendingByMonth(days: readonly Day[]): MonthSpending[] {
  const months = new Map<string, MonthSpending>()
  for (const day of days) {
    const month = day.day.slice(0, 7)
    const sum = months.get(month) ?? { month, calls: 0, billable: 0, costCents: 0 }
    sum.calls += callsOf(day)
    sum.billable += day.billable
    sum.costCents += day.costCents
    months.set(month, sum)
  }
  return [...months.values()].reverse()
}

/** Returns the days with calls, newest first. */
export const daysWithCalls = (days: readonly Day[]): Day[] => days.filter((day) => callsOf(day) > 0).reverse()

/** Returns how long something has been running, in its largest unit: "3 days". */
export function runningWords(sinceSeconds: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs / 1000 - sinceSeconds) / 60))
  const [count, unit] =
    minutes >= 2_880 ? [minutes / 1_440, 'days'] : minutes >= 120 ? [minutes / 60, 'hours'] : [minutes, 'minutes']
  return count < 2 ? 'less than two minutes' : `${Math.floor(count)} ${unit}`
}
