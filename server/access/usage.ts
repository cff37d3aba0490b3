import { store } from '@/server/store/store'
import { monthsSince } from './account-data'
import { calendarDay, monthOf } from './calendar'
import { type PlanId, planOf } from './plans'
import { readProfile } from './profile'
import { redisKeys } from './redis-keys'

/** One day's calls of one kind. */
export interface DayCount {
  /** Day of the month, 1 to 31, UTC. */
  day: number
  operation: string
  /** `ok`: counted; `failed`: refunded; `rejected`: over a quota or a limit. */
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

/** The months of the server that can be looked at, newest first: `2026-11`. */
export function operatorMonths(): string[] {
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

/** What an account used in each month since it began, newest first. */
export async function readMonthTotals(accountId: string): Promise<MonthTotal[]> {
  const [{ redis }, { created }] = await Promise.all([store(), readProfile(accountId)])
  const { counts } = redisKeys(accountId)
  const read = async (month: string) => ({ month, used: (await redis.hget<number>(counts(month), 'used')) ?? 0 })
  return Promise.all(monthsSince(Date.parse(created), Date.now()).map(read))
}

/**
 * What an account used in a month.
 * @param month `2026-11`; the current one by default.
 */
export async function readUsage(accountId: string, month = monthOf(Date.now())): Promise<MonthUsage> {
  const [counts, { plan }] = await Promise.all([readCounts(accountId, month), readProfile(accountId)])
  return usageOf(month, counts, plan)
}

/** @param counts the account's counts of the month, see `redisKeys`. */
export function usageOf(month: string, counts: Record<string, number>, plan: PlanId): MonthUsage {
  return {
    month,
    plan,
    used: counts.used ?? 0,
    limit: planOf(plan)?.monthlyQuota ?? null,
    resetSeconds: calendarDay(Date.parse(`${month}-01T00:00:00Z`)).monthEndSeconds,
    days: daysOf(counts),
  }
}

/** All counts of an account in a month, see `redisKeys`. */
export async function readCounts(accountId: string, month: string): Promise<Record<string, number>> {
  const { redis } = await store()
  return (await redis.hgetall<Record<string, number>>(redisKeys(accountId).counts(month))) ?? {}
}

/** Picks the counts of the days out of the counts of a month, in the order of the days. */
export const daysOf = (counts: Record<string, number>): DayCount[] =>
  Object.entries(counts)
    .flatMap(([field, count]) => {
      const [, day, operation = '', outcome = ''] = /^(\d\d):(\w+):(\w+)$/.exec(field) ?? []
      return day && count > 0 ? [{ day: Number(day), operation, outcome, count }] : []
    })
    .sort((a, b) => a.day - b.day)

/** Picks the calls that counted out of the counts of a month, by the id of the key. */
export const keysOf = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([field, count]) =>
      /^key_\w+:used$/.test(field) ? [[field.slice(0, -5), count]] : [],
    ),
  )
