import { monthsSince } from './account-data'
import { readProfile } from './profile'
import { type DayCount, daysOf, keysOf, readCounts } from './usage'

/** Everything that is counted of one month. */
export interface MonthCopy {
  /** `2026-11`, UTC. */
  month: string
  /** Calls that counted against the quota. */
  used: number
  days: DayCount[]
  /** Calls that counted, by the id of the key; those of the dashboard have none. */
  keys: Record<string, number>
}

/** What is counted of an account in every month since it began that has calls, newest first. */
export async function copyUsage(accountId: string): Promise<MonthCopy[]> {
  const since = Date.parse((await readProfile(accountId)).created)
  const months = await Promise.all(monthsSince(since, Date.now()).map((month) => copyMonth(accountId, month)))
  return months.filter(({ days }) => days.length > 0)
}

async function copyMonth(accountId: string, month: string): Promise<MonthCopy> {
  const counts = await readCounts(accountId, month)
  return { month, used: counts.used ?? 0, days: daysOf(counts), keys: keysOf(counts) }
}
