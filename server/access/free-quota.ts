import { Ratelimit } from '@upstash/ratelimit'
import { env } from '@/server/env'
import { script } from '@/server/store/script'
import { store } from '@/server/store/store'
import type { Admission, Quota, Refund } from './admission'
import { type Client, visitorKey } from './client'
import { createLimiter } from './limiter'
import { countedSeconds, giveBack, orGivenBack } from './refund'

const daySeconds = 86_400
const prefix = 'free'

/** The visitors' quota: a fixed window of one UTC day, since the library's windows start at the epoch. */
const freeLimiter = createLimiter(() => ({ prefix, limiter: Ratelimit.fixedWindow(env().FREE_DAILY_QUOTA, '1 d') }))

/** Notes that a call was counted. The library's script has no place for that, so it goes with it, in one batch. */
const note = script(`
redis.call('SADD', KEYS[1], ARGV[1])
return redis.call('EXPIRE', KEYS[1], ARGV[2])
`)

/** Takes one call from a day's count if it was counted, and once however often it is asked to. Answers { given back, used }. */
const refund = script(`
local given = redis.call('SREM', KEYS[2], ARGV[1])
if given == 1 then redis.call('DECR', KEYS[1]) end
return { given, tonumber(redis.call('GET', KEYS[1]) or '0') }
`)

/**
 * Counts one call of a visitor against today's quota, in one round trip. The library counts rejected calls too; they are
 * given back behind the answer, or a call that fails and is given back would not make room for another.
 * @param callId names this call, so that it is given back once at the most.
 */
export async function admitVisitor(client: Client, callId: string): Promise<Admission> {
  const limiter = await freeLimiter()
  const { raw } = await store()
  const visitor = tagged(client)
  const counted = `${prefix}:${visitor}:counted`

  // The library's own key of a day, so that a call is given back to the day it was counted in.
  const refundOf = (day: number) => async (): Promise<Refund> => {
    const [given, used] = (await refund.run(raw, [`${prefix}:${visitor}:${day}`, counted], [callId])) as [
      number,
      number,
    ]
    return { given: given === 1, quota: quotaOf(used, day) }
  }

  const counting = Promise.all([limiter.limit(visitor), note.run(raw, [counted], [callId, countedSeconds])])
  const today = Math.floor(Date.now() / (daySeconds * 1000))
  const [{ success, remaining, limit, reset }] = await orGivenBack(counting, refundOf(today))
  const day = Math.round(reset / (daySeconds * 1000)) - 1
  const admission: Admission = {
    admitted: success,
    tooFast: false,
    keyId: null,
    quota: quotaOf(limit - remaining, day),
    refund: refundOf(day),
  }
  if (!success) void giveBack(admission)
  return admission
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
