import { store } from '@/server/store/store'
import { monthOf } from './calendar'
import { redisKeys } from './redis-keys'

/** How many months back a counter may still be stored; each stays for 400 days. */
const monthsKept = 14

/**
 * Removes what is kept of an account besides its sign-in: profile, API keys and counts, in one command. Its API keys are refused
 * from the next call on. Which calls were counted in the last minutes goes by itself.
 */
export async function removeAccountData(accountId: string): Promise<void> {
  const { redis } = await store()
  const { profile, apiKeys, seen, usage, calls, keyUsage } = redisKeys(accountId)
  const counters = lastMonths(Date.now()).flatMap((month) => [usage(month), calls(month), keyUsage(month)])
  await redis.del(profile, apiKeys, seen, ...counters)
}

function lastMonths(nowMs: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: monthsKept }, (_, back) =>
    monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)),
  )
}
