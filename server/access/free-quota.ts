import { mayHaveRun } from '@/server/store/batch'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import type { Admission, Quota, Refund } from './admission'
import { type Client, networkOf } from './client'
import { createLimiter } from './limiter'
import { limits } from './limits'
import { countedSeconds, refund, refundUncertain } from './refund'
import { exhausted } from './refusals'

const prefix = 'free'
const daySeconds = limits.free.windowSeconds

/** The library's windows start at the epoch, so one of a day's length is a UTC day. */
const freeLimiter = createLimiter(prefix, limits.free)

/** Notes that a call was counted. The library's script has no place for that, so it travels with it, in one batch. */
const note = script(`
redis.call('SADD', KEYS[1], ARGV[1])
return redis.call('EXPIRE', KEYS[1], ARGV[2])
`)

/** Takes one call out of a day's count if it was counted, once however often it is asked to. Answers { refunded, used }. */
const refundScript = script(`
local refunded = redis.call('SREM', KEYS[2], ARGV[1])
if refunded == 1 then redis.call('DECR', KEYS[1]) end
return { refunded, tonumber(redis.call('GET', KEYS[1]) or '0') }
`)

/**
 * Counts one call of a visitor against today's quota, in one round trip. The library counts refused calls too; they are
 * refunded in the background, or a refund of a failed call would not make room for another.
 * @param callId names this call, so that it is refunded once at most.
 */
export async function admitVisitor(client: Client, callId: string): Promise<Admission> {
  const limiter = await freeLimiter()
  const visitor = tagged(client)
  const counted = `${prefix}:${visitor}:counted`

  // The library's own Redis key of a day, so that the refund goes to the day that the call was counted in.
  const refundOf = (day: number) => async (): Promise<Refund> => {
    const reply = await runScript(refundScript, [`${prefix}:${visitor}:${day}`, counted], [callId])
    const [refunded, used] = reply as [number, number]
    return { refunded: refunded === 1, quota: quotaOf(used, day) }
  }

  const today = Math.floor(Date.now() / (daySeconds * 1000))
  const counting = Promise.all([limiter.limit(visitor), runScript(note, [counted], [callId, countedSeconds])])
  const [{ success, remaining, limit, reset }] = await counting.catch((error: unknown) => {
    if (mayHaveRun(error)) refundUncertain(refundOf(today))
    throw error
  })
  const day = dayEndingAt(reset)
  const quota = quotaOf(limit - remaining, day)
  const admission: Admission = {
    refused: success ? null : exhausted(quota),
    quota,
    caller: networkOf(client),
    keyId: null,
    refund: refundOf(day),
  }
  if (!success) void refund(admission)
  return admission
}

/** Where a visitor stands today, without counting. */
export async function visitorQuota(client: Client): Promise<Quota> {
  const { remaining, limit, reset } = await (await freeLimiter()).getRemaining(tagged(client))
  return quotaOf(limit - remaining, dayEndingAt(reset))
}

/** The hash tag keeps a visitor's counter and its marks together on a cluster. */
const tagged = (client: Client) => `{${networkOf(client)}}`

/** The number of the day, counted from the epoch, that ends at this time. */
const dayEndingAt = (resetMs: number) => Math.round(resetMs / (daySeconds * 1000)) - 1

function quotaOf(used: number, day: number): Quota {
  const limit = limits.free.max
  const remaining = Math.max(0, limit - used)
  return { authenticated: false, limit, remaining, resetSeconds: (day + 1) * daySeconds, windowSeconds: daySeconds }
}
