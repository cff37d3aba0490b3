import { afterAnswer } from '@/server/runtime/after-answer'
import { mayHaveRun } from '@/server/store/batch'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import type { Admission, Quota, Refund } from './admission'
import { type Client, networkOf } from './client'
import { createLimiter } from './limiter'
import { limits } from './limits'
import { countedSeconds, refund, refundUncertain } from './refund'
import { exhausted, tooManyFailures } from './refusals'

const prefix = 'free'
const daySeconds = limits.free.windowSeconds

/** The library's windows start at the epoch, so one of a day's length is a UTC day. */
const freeLimiter = createLimiter(prefix, limits.free)

/**
 * Notes that a call was counted, and answers how many lookups failed today. The library's script has no place for that, so it
 * travels with it, in one batch.
 */
const note = script(`
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return tonumber(redis.call('GET', KEYS[2]) or '0')
`)

/**
 * Takes one call out of a day's count if it was counted, once however often it is asked to; one that an upstream was asked for
 * counts as a failure. Answers { refunded, used }.
 */
const refundScript = script(`
local refunded = redis.call('SREM', KEYS[2], ARGV[1])
if refunded == 1 then
  redis.call('DECR', KEYS[1])
  if ARGV[2] == '1' and redis.call('INCR', KEYS[3]) == 1 then redis.call('EXPIRE', KEYS[3], ARGV[3]) end
end
return { refunded, tonumber(redis.call('GET', KEYS[1]) or '0') }
`)

export interface VisitorCall {
  /** Whether it may ask an upstream, so that the day's failures may refuse it. */
  asksUpstream: boolean
  /** Names this call, so that it is refunded once at most. */
  callId: string
}

/**
 * Counts one call of a visitor against today's quota, in one round trip. The library counts refused calls too; they are
 * refunded in the background, or a refund of a failed call would not make room for another.
 */
export async function admitVisitor(client: Client, { asksUpstream, callId }: VisitorCall): Promise<Admission> {
  const limiter = await freeLimiter()
  const visitor = tagged(client)
  // One set for all time would never expire while the visitor keeps calling, and grow with each call.
  const counted = `${prefix}:${visitor}:counted:${Math.floor(Date.now() / (countedSeconds * 1000))}`
  const failuresOf = (day: number) => `${prefix}:${visitor}:failures:${day}`

  // The library's own Redis key of a day, so that the refund goes to the day that the call was counted in.
  const refundOf =
    (day: number) =>
    async (askedUpstream?: boolean): Promise<Refund> => {
      const touched = [`${prefix}:${visitor}:${day}`, counted, failuresOf(day)]
      const reply = await runScript(refundScript, touched, [callId, askedUpstream ? 1 : 0, daySeconds])
      const [refunded, used] = reply as [number, number]
      return { refunded: refunded === 1, quota: quotaOf(used, day) }
    }

  const today = Math.floor(Date.now() / (daySeconds * 1000))
  const noting = runScript(note, [counted, failuresOf(today)], [callId, countedSeconds])
  const counting = Promise.all([limiter.limit(visitor), noting])
  const [{ success, remaining, limit, reset }, failures] = await counting.catch((error: unknown) => {
    if (mayHaveRun(error)) refundUncertain(refundOf(today))
    throw error
  })
  const day = dayEndingAt(reset)
  const isFailing = asksUpstream && Number(failures) >= limits.visitorFailures.max
  const quota = quotaOf(limit - remaining - (isFailing && success ? 1 : 0), day)
  const admission: Admission = {
    refused: isFailing ? tooManyFailures() : success ? null : exhausted(quota),
    quota,
    months: [],
    caller: networkOf(client),
    keyId: null,
    refund: refundOf(day),
  }
  if (admission.refused) afterAnswer(refund(admission))
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
  const resetSeconds = (day + 1) * daySeconds
  return { authenticated: false, policy: 'daily', limit, remaining, resetSeconds, windowSeconds: daySeconds }
}
