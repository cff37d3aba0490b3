import { Ratelimit } from '@upstash/ratelimit'
import { env } from '@/server/env'
import { script } from '@/server/store/script'
import { store } from '@/server/store/store'
import type { Admission, Quota } from './admission'
import { type Client, visitorKey } from './client'
import { giveBack, giveBackLate } from './give-back'
import { createLimiter } from './limiter'

const daySeconds = 86_400
const prefix = 'free'

/** The visitors' quota: a fixed window of one UTC day, since the library's windows start at the epoch. */
const freeLimiter = createLimiter(() => ({ prefix, limiter: Ratelimit.fixedWindow(env().FREE_DAILY_QUOTA, '1 d') }))

/** Takes one call from a day's count, once however often it is asked to; answers the count as it then stands. */
const refund = script(`
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used > 0 and redis.call('SET', KEYS[2], '1', 'NX', 'EX', ARGV[1]) then return redis.call('DECR', KEYS[1]) end
return used
`)

const refundMarkSeconds = 600

/**
 * Counts one call of a visitor against today's quota, in one round trip. The library counts rejected calls too; they are
 * given back behind the answer, or a call that fails and is given back would not make room for another.
 * @param callId names this call, so that it is given back once at the most.
 */
export async function admitVisitor(client: Client, callId: string): Promise<Admission> {
  const limiter = await freeLimiter()
  const { raw } = await store()
  const visitor = tagged(client)
  const day = Math.floor(Date.now() / (daySeconds * 1000))

  const admissionAfter = (used: number, ofDay: number): Admission => ({
    admitted: used <= env().FREE_DAILY_QUOTA,
    tooFast: false,
    keyId: null,
    quota: quotaOf(used, ofDay),
    refund: async () => {
      // The library's own key of that day, so that a call is given back to the day it was counted in.
      const counter = `${prefix}:${visitor}:${ofDay}`
      return quotaOf(Number(await refund.run(raw, [counter, `${counter}:${callId}`], [refundMarkSeconds])), ofDay)
    },
  })

  try {
    const { success, remaining, limit, reset } = await limiter.limit(visitor)
    const ofDay = Math.round(reset / (daySeconds * 1000)) - 1
    const admission = admissionAfter(success ? limit - remaining : limit + 1, ofDay)
    if (!success) void giveBack(admission)
    return { ...admission, quota: quotaOf(limit - remaining, ofDay) }
  } catch (error) {
    giveBackLate(error, (reply) => ({ ...admissionAfter(Number((reply as [number])[0]), day), admitted: true }))
    throw error
  }
}

/** Where a visitor stands today, without counting. */
export async function visitorQuota(client: Client): Promise<Quota> {
  const { remaining, limit, reset } = await (await freeLimiter()).getRemaining(tagged(client))
  return quotaOf(limit - remaining, Math.round(reset / (daySeconds * 1000)) - 1)
}

/** The hash tag keeps a visitor's counter and its marks together on a cluster. */
const tagged = (client: Client) => `{${visitorKey(client)}}`

function quotaOf(used: number, day: number): Quota {
  const limit = env().FREE_DAILY_QUOTA
  const remaining = Math.max(0, limit - used)
  return { authenticated: false, limit, remaining, resetSeconds: (day + 1) * daySeconds, windowSeconds: daySeconds }
}
