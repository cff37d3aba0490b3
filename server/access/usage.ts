import { store } from '@/server/store/store'
import { calendarDay, monthOf } from './calendar'
import { type PlanId, planOf } from './plans'
import { readProfile } from './profile'
import { redisKeys } from './redis-keys'

/** One day's calls of one kind. */
export interface DayCount {
  /** Day of the month, 1 to 31, UTC. */
  day: number
  operation: string
  /** `ok`: counted; `failed`: refunded; `rejected`: the quota was used up. */
  outcome: string
  count: number
}

export interface MonthUsage {
  /** `2026-11`, UTC. */
  month: string
  plan: PlanId
  /** Calls that counted. */
  used: number
  /** The plan's quota; null: no limit. */
  limit: number | null
  /** Epoch seconds. */
  resetSeconds: number
  days: DayCount[]
}

/** How many months before the current one can be looked at. */
const monthsBack = 12

/** The months that can be looked at, newest first: `2026-11`. */
export function lastMonths(): string[] {
  const now = new Date()
  return Array.from({ length: monthsBack + 1 }, (_, back) =>
    monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)),
  )
}

/** Calls that counted in one month, UTC. */
export interface MonthTotal {
  /** `2026-11`. */
  month: string
  used: number
}

/** What an account used in each month, newest first: the current one and the twelve before it. */
export async function readMonthTotals(accountId: string): Promise<MonthTotal[]> {
  const { redis } = await store()
  const months = lastMonths()
  const counts = await redis.mget<Array<number | null>>(months.map(redisKeys(accountId).usage))
  return months.map((month, index) => ({ month, used: counts[index] ?? 0 }))
}

/**
 * What an account used in a month.
 * @param month `2026-11`; the current one where it is not given.
 */
export async function readUsage(accountId: string, month = monthOf(Date.now())): Promise<MonthUsage> {
  const { redis } = await store()
  const at = redisKeys(accountId)
  const [used, calls, { plan }] = await Promise.all([
    redis.get<number>(at.usage(month)),
    redis.hgetall<Record<string, number>>(at.calls(month)),
    readProfile(accountId),
  ])
  return {
    month,
    plan,
    used: used ?? 0,
    limit: planOf(plan)?.monthlyQuota ?? null,
    resetSeconds: calendarDay(Date.parse(`${month}-01T00:00:00Z`)).monthEndSeconds,
    days: Object.entries(calls ?? {})
      .map(([field, count]) => {
        const [day = '', operation = '', outcome = ''] = field.split(':')
        return { day: Number(day), operation, outcome, count }
      })
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.day - b.day),
  }
}
