import { monthsSince } from './account-data'
import { readProfile } from './profile'
import { type DayCount, daysOf, keysOf, readCounts } from './usage'

/** All counts of one month. */
export interface MonthCopy {
  /** `2026-11`, UTC. */
  month: string
  /** Calls that counted against the quota. */
  used: number
  days: DayCount[]
  /** Calls that counted, by the id of the key. Calls from the dashboard have no key and are not included. */
  keys: Record<string, number>
}

/** Returns the counts of an account for every month with calls since it began, newest first. */
export async function copyUsage(accountId: string): Promise<MonthCopy[]> {
  const since = Date.parse((await readProfile(accountId)).created)
  const months = await Promise.all(monthsSince(since, Date.now()).map((month) => copyMonth(accountId, month)))
  return months.filter(({ days }) => days.length > 0)
}

async function copyMonth(accountId: string, month: string): Promise<MonthCopy> {
  const counts = await readCounts(accountId, month)
  return { month, used: counts.used ?? 0, days: daysOf(counts), keys: keysOf(counts) }
}
