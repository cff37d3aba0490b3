import { monthOf, monthsKept } from './calendar'
import { redisKeys } from './redis-keys'

/** How many months back release 0.1.0 may have left counters (kept for 400 days), and how far a key's last use is looked for. */
const recentMonths = 14

/**
 * Returns the Redis keys of what is kept of an account besides its sign-in and its batches: profile, API keys, audit log, alerts,
 * callbacks, recent lookups and counts. The ids of the calls of the last minutes are not among them, because they expire.
 */
export function accountDataKeys(accountId: string): string[] {
  const { counts, before, ...at } = redisKeys(accountId)
  const now = Date.now()
  const counted = [...monthsBack(now, monthsKept).map(counts), ...keptMonths(now).flatMap(before)]
  const { profile, apiKeys, keysMade, seen, audit, alerts, endpoint, deliveries, recent } = at
  return [profile, apiKeys, keysMade, seen, audit, alerts, endpoint, deliveries, recent, ...counted]
}

/** The last fourteen months, newest first (`2026-11`, UTC). */
export const keptMonths = (nowMs: number): string[] => monthsBack(nowMs, recentMonths)

/** Returns the months since an account began, newest first. The current month is always among them. */
export function monthsSince(createdMs: number, nowMs: number): string[] {
  const first = monthOf(Math.min(createdMs, nowMs))
  return monthsBack(nowMs, monthsKept).filter((month) => month >= first)
}

function monthsBack(nowMs: number, count: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: count }, (_, back) => monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)))
}
