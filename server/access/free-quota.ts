import { Ratelimit } from '@upstash/ratelimit'
import { env } from '@/server/env'
import { store } from '@/server/store/store'
import type { Admission, Quota } from './admission'
import { type Client, visitorKey } from './client'

const daySeconds = 86_400

let limiter: Promise<Ratelimit> | undefined

/** The visitors' quota: a fixed window of one UTC day, since the library's windows start at the epoch. */
function freeLimiter(): Promise<Ratelimit> {
  limiter ??= store().then(
    ({ redis }) =>
      new Ratelimit({
        redis,
        limiter: Ratelimit.fixedWindow(env().FREE_DAILY_QUOTA, '1 d'),
        prefix: 'free',
        // A rejected visitor may be admitted again once a failed call is given back, so nothing is decided from memory;
        // and when the store does not answer, the call fails instead of passing unmetered.
        ephemeralCache: false,
        timeout: 0,
        analytics: false,
      }),
  )
  limiter.catch(() => {
    limiter = undefined
  })
  return limiter
}

/** Counts one call of a visitor against today's quota. One round trip; a rejected call is given back after its answer. */
export async function admitVisitor(client: Client): Promise<Admission> {
  const key = visitorKey(client)
  const limiter = await freeLimiter()
  const { success, remaining, reset } = await limiter.limit(key)
  if (!success) giveBack(limiter, key, reset).catch(() => {})
  return {
    admitted: success,
    quota: quotaOf(remaining, reset),
    refund: async () => quotaOf((await giveBack(limiter, key, reset)) ?? remaining + 1, reset),
  }
}

/** Where a visitor stands today, without counting. */
export async function visitorQuota(client: Client): Promise<Quota> {
  const { remaining, reset } = await (await freeLimiter()).getRemaining(visitorKey(client))
  return quotaOf(remaining, reset)
}

function quotaOf(remaining: number, resetMs: number): Quota {
  const resetSeconds = Math.ceil(resetMs / 1000)
  return { authenticated: false, limit: env().FREE_DAILY_QUOTA, remaining, resetSeconds, windowSeconds: daySeconds }
}

/** Gives one call back to the day it was counted in; null where that day is over, with everything that counted in it. */
async function giveBack(limiter: Ratelimit, key: string, resetMs: number): Promise<number | null> {
  if (Date.now() >= resetMs) return null
  return (await limiter.limit(key, { rate: -1 })).remaining
}
