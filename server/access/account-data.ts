import { monthOf } from './calendar'
import { redisKeys } from './redis-keys'

/** How many months back a counter may still be stored; each stays for 400 days. */
const monthsKept = 14

/**
 * The Redis keys of what is kept of an account besides its sign-in: profile, API keys, audit log, alerts, callbacks and counts. Which calls came in the
 * last minutes and how many lookups failed in the last two days is not among them: that goes by itself.
 */
export function accountDataKeys(accountId: string): string[] {
  const { profile, apiKeys, keysMade, seen, audit, alerts, endpoint, deliveries, counts, before } = redisKeys(accountId)
  const counted = lastMonths(Date.now()).flatMap((month) => [counts(month), ...before(month)])
  return [profile, apiKeys, keysMade, seen, audit, alerts, endpoint, deliveries, ...counted]
}

/** The months, newest first (`2026-11`, UTC), of which counts may still be stored. */
export function lastMonths(nowMs: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: monthsKept }, (_, back) =>
    monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)),
  )
}
