import { monthOf } from './calendar'
import { type KeyDetails, readKeys } from './key-list'
import { keysOf, readCounts } from './usage'

/** The use of a key in a month. */
interface KeyUsage {
  id: string
  name: string
  start: string
  /** Whether it is a test key: its calls count against no plan. */
  test: boolean
  /** Calls that counted. */
  used: number
  /** Its own monthly limit, as it is now; null without one. */
  limit: number | null
}

/** The calls of a month by key. */
export interface UsageByKey {
  /** Every key that the account has now, newest first. */
  keys: KeyUsage[]
  /** Calls that counted, from the dashboard and from revoked keys. */
  other: number
}

/** @param month `2026-11`, UTC; the current one by default. */
export async function readKeyUsage(accountId: string, month = monthOf(Date.now())): Promise<UsageByKey> {
  const [counts, keys] = await Promise.all([readCounts(accountId, month), readKeys(accountId)])
  return usageByKey(counts, keys)
}

/** @param counts the account's counts of a month, see `redisKeys`. */
export function usageByKey(counts: Record<string, number>, all: KeyDetails[]): UsageByKey {
  const used = keysOf(counts)
  const keys = all.map(({ id, name, start, test, monthlyLimit }) => ({
    ...{ id, name, start, test },
    used: used[id] ?? 0,
    limit: monthlyLimit,
  }))
  const live = keys.filter(({ test }) => !test).reduce((sum, key) => sum + key.used, 0)
  return { keys, other: Math.max(0, (counts.used ?? 0) - live) }
}
