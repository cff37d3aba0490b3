import { store } from '@/server/store/store'
import { accountKeys, endOfMonthSeconds, monthOf } from './account-keys'
import { type PlanId, planOf } from './plans'
import { readProfile } from './profile'

/** One day's calls of one kind. */
export interface DayCount {
  /** Day of the month, 1 to 31, UTC. */
  day: number
  operation: string
  /** `ok` counted; `failed` was given back; `rejected` met an exhausted quota. */
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

/**
 * What an account used in a month.
 * @param month `2026-11`; the current one where it is not given.
 */
export async function readUsage(accountId: string, month = monthOf(Date.now())): Promise<MonthUsage> {
  const { redis } = await store()
  const at = accountKeys(accountId)
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
    resetSeconds: endOfMonthSeconds(Date.parse(`${month}-01T00:00:00Z`)),
    days: Object.entries(calls ?? {})
      .map(([field, count]) => {
        const [day = '', operation = '', outcome = ''] = field.split(':')
        return { day: Number(day), operation, outcome, count }
      })
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.day - b.day),
  }
}
