import { unlimitedRemaining } from './admission'
import { type ApiKey, listKeys } from './key-store'
import { readUsage } from './usage'

/** The operations that count. */
const counted = ['resolve', 'search', 'convert'] as const

/** Where an account stands in the current month (UTC), as `GET /api/usage` tells it. */
export async function currentUsage(accountId: string) {
  const [{ month, plan, used, limit, resetSeconds, days }, keys] = await Promise.all([
    readUsage(accountId),
    listKeys(accountId),
  ])
  const sum = (operation: string, outcome: string) =>
    days
      .filter((day) => day.operation === operation && day.outcome === outcome)
      .reduce((all, { count }) => all + count, 0)
  const live = keys.filter(({ test }) => !test)
  const usedByKeys = live.reduce((all, { callsThisMonth }) => all + callsThisMonth, 0)
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
    keys: keys.map(usageOfKey),
    other: Math.max(0, used - usedByKeys),
  }
}

const usageOfKey = ({ id, name, start, test, callsThisMonth, monthlyLimit }: ApiKey) => ({
  ...{ id, name, start, test },
  used: callsThisMonth,
  limit: monthlyLimit,
})
