import { monthOf, monthsKept } from './calendar'
import { redisKeys } from './redis-keys'

/** How many months back release 0.1.0 may still have counters of its own, which stay for 400 days; and how far a last use is looked for. */
const recentMonths = 14

/**
 * The Redis keys of what is kept of an account besides its sign-in: profile, API keys, audit log, alerts, callbacks, recent lookups
 * and counts. Which calls came in the last minutes and how many lookups failed in the last two days is not among them: that goes by
 * itself.
 */
export function accountDataKeys(accountId: string): string[] {
  const { counts, before, ...at } = redisKeys(accountId)
  const now = Date.now()
  const counted = [...monthsBack(now, monthsKept).map(counts), ...lastMonths(now).flatMap(before)]
  const { profile, apiKeys, keysMade, seen, audit, alerts, endpoint, deliveries, recent } = at
  return [profile, apiKeys, keysMade, seen, audit, alerts, endpoint, deliveries, recent, ...counted]
}

/** The last fourteen months, newest first (`2026-11`, UTC). */
export const lastMonths = (nowMs: number): string[] => monthsBack(nowMs, recentMonths)

/** The months since an account began, newest first: the current one is always there. */
export function monthsSince(createdMs: number, nowMs: number): string[] {
  const first = monthOf(Math.min(createdMs, nowMs))
  return monthsBack(nowMs, monthsKept).filter((month) => month >= first)
}

function monthsBack(nowMs: number, count: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: count }, (_, back) => monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)))
}
