import { afterAnswer } from '@/server/runtime/after-answer'
import { mayHaveRun } from '@/server/store/batch'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import type { Admission, CountedCall, Quota, Refund } from './admission'
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
 * Notes that a call was counted, and returns how many lookups failed today. The library's script cannot do that, so this one is
 * sent along with it, in the same round trip.
 */
const note = script(`
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return tonumber(redis.call('GET', KEYS[2]) or '0')
`)

/**
 * Takes calls out of a day's count: each only if it was counted, and only once however often the refund is tried. Those that an
 * upstream was asked for count as failures. Each call has two arguments: whether an upstream was asked (1 or 0), and its id.
 * Returns { how many were taken out, used }.
 */
const refundScript = script(`
local refunded, failures = 0, 0
for at = 2, #ARGV, 2 do
  if redis.call('SREM', KEYS[2], ARGV[at + 1]) == 1 then
    refunded = refunded + 1
    failures = failures + tonumber(ARGV[at])
  end
end
if refunded > 0 then redis.call('DECRBY', KEYS[1], refunded) end
if failures > 0 and redis.call('INCRBY', KEYS[3], failures) == failures then redis.call('EXPIRE', KEYS[3], ARGV[1]) end
return { refunded, tonumber(redis.call('GET', KEYS[1]) or '0') }
`)

/**
 * Counts one call of a visitor against today's quota, in one round trip. The library counts refused calls too; they are
 * refunded in the background, because otherwise the refund of a failed call would not make room for another.
 */
export async function admitVisitor(
  client: Client,
  { asksUpstream, callId }: Omit<CountedCall, 'operation'>,
): Promise<Admission> {
  const limiter = await freeLimiter()
  const counts = visitorCounts(client)
  const today = dayNow()
  const [, counted, failuresOfToday] = counts.keysOf(today)
  const refundOf = (day: number) => (askedUpstream?: boolean) => counts.refund(day, refundable(callId, askedUpstream))

  const noting = runScript(note, [counted, failuresOfToday], [callId, countedSeconds])
  const counting = Promise.all([limiter.limit(tagged(client)), noting])
  const [{ success, remaining, limit, reset }, failures] = await counting.catch((error: unknown) => {
    if (mayHaveRun(error)) refundUncertain(refundOf(today))
    throw error
  })
  const day = dayEndingAt(reset)
  const isFailing = asksUpstream && Number(failures) >= limits.visitorFailures.max
  const quota = visitorQuotaOf(limit - remaining - (isFailing && success ? 1 : 0), day)
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

/** Reads a visitor's quota of today without counting a call. */
export async function visitorQuota(client: Client): Promise<Quota> {
  const { remaining, limit, reset } = await (await freeLimiter()).getRemaining(tagged(client))
  return visitorQuotaOf(limit - remaining, dayEndingAt(reset))
}

/** The counts of a visitor at this time: their Redis keys, and refunds from them. */
export function visitorCounts(client: Client) {
  const visitor = tagged(client)
  // One set for all time would never expire while the visitor keeps calling, and grow with each call.
  const counted = `${prefix}:${visitor}:counted:${Math.floor(Date.now() / (countedSeconds * 1000))}`
  /** Returns the Redis keys of a day: the library's counter, the calls that were counted lately, and how many failed. */
  const keysOf = (day: number) =>
    [`${prefix}:${visitor}:${day}`, counted, `${prefix}:${visitor}:failures:${day}`] as const
  return {
    keysOf,
    /** Refunds calls, each as `refundable` writes it, to the day in which they were counted. */
    async refund(day: number, failed: ReadonlyArray<string | number>): Promise<Refund> {
      const reply = await runScript(refundScript, keysOf(day), [daySeconds, ...failed])
      const [refunded, used] = reply as [number, number]
      return { refunded: refunded > 0, quota: visitorQuotaOf(used, day) }
    },
  }
}

/** A call as the refund reads it. */
export const refundable = (callId: string, askedUpstream = false) => [askedUpstream ? 1 : 0, callId]

/** The hash tag keeps all Redis keys of a visitor in one slot of a cluster. */
const tagged = (client: Client) => `{${networkOf(client)}}`

/** The number of the current day, counted from the epoch. */
export const dayNow = () => Math.floor(Date.now() / (daySeconds * 1000))

/** The number of the day that ends at this time. */
const dayEndingAt = (resetMs: number) => Math.round(resetMs / (daySeconds * 1000)) - 1

/** Returns a visitor's quota after `used` calls on a day. */
export function visitorQuotaOf(used: number, day: number): Quota {
  const limit = limits.free.max
  const remaining = Math.max(0, limit - used)
  const resetSeconds = (day + 1) * daySeconds
  return { authenticated: false, policy: 'daily', limit, remaining, resetSeconds, windowSeconds: daySeconds }
}
