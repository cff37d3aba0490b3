import { unlimitedRemaining } from './admission'
import { monthOf } from './calendar'
import { readKeys } from './key-list'
import { usageByKey } from './key-usage'
import { readProfile } from './profile'
import { readCounts, usageOf } from './usage'

/** The operations that count. */
const counted = ['resolve', 'search', 'convert'] as const

/** Reads an account's usage in the current month (UTC), as `GET /api/usage` answers it. */
export async function currentUsage(accountId: string) {
  const month = monthOf(Date.now())
  const [counts, { plan }, keys] = await Promise.all([
    readCounts(accountId, month),
    readProfile(accountId),
    readKeys(accountId),
  ])
  const { used, limit, resetSeconds, days } = usageOf(month, counts, plan)
  const sum = (operation: string, outcome: string) =>
    days
      .filter((day) => day.operation === operation && day.outcome === outcome)
      .reduce((all, { count }) => all + count, 0)
  return {
    ...{ month, plan, used },
    limit: limit === null ? 'unlimited' : String(limit),
    remaining: limit === null ? unlimitedRemaining : Math.max(0, limit - used),
    reset: resetSeconds,
    operations: counted.map((operation) => ({
      operation,
      ok: sum(operation, 'ok'),
      failed: sum(operation, 'failed'),
      rejected: sum(operation, 'rejected'),
    })),
    ...usageByKey(counts, keys),
  }
}
