import { defineScript } from '@/server/platform/store/script'
import { flag, integer, list, oneOf, record, text } from '@/server/platform/store/script-values'
import { mayHaveRun } from '@/server/platform/store/unavailable'
import type { AdmissionOutcome, Admissions, CountedCall, FailedCall, Quota, Refund } from './admission'
import { type Client, networkOf } from './client'
import countVisitorLua from './count-visitor.lua'
import { countInBurst, createLimiter } from './limiter'
import { limits } from './limits'
import { countedSeconds, refundFailed, refundUncertain } from './refund'
import refundVisitorLua from './refund-visitor.lua'
import { exhausted, tooManyFailures, tooManyRequests } from './refusals'

/**
 * Counts a visitor's calls against today's quota and the burst, in one round trip. Calls over the burst limit are
 * refunded. With no calls, only reads the quota and counts one call against the burst; the only outcome shows whether
 * that call is within the burst limit.
 * @throws PinrefError `store_unavailable`.
 */
export async function admitVisitor(client: Client, calls: readonly CountedCall[]): Promise<Admissions> {
  const [counting, bursting] = await Promise.allSettled([
    calls.length > 0 ? countCalls(client, calls) : countNone(client),
    countInBurst(networkOf(client), Math.max(1, calls.length)),
  ])
  if (counting.status === 'rejected') throw counting.reason
  const admissions = counting.value
  const inBurst = bursting.status === 'fulfilled' ? bursting.value : 0
  const overBurst = admissions.outcomes.flatMap(({ refused }, index) =>
    index >= inBurst && !refused ? [{ index, askedUpstream: false }] : [],
  )
  const quota = overBurst.length > 0 ? await refundFailed(admissions, overBurst) : admissions.quota
  if (bursting.status === 'rejected') throw bursting.reason
  const outcomes = admissions.outcomes.map((one, index) =>
    index < inBurst ? one : { refused: tooManyRequests(), quota },
  )
  return { ...admissions, outcomes, quota }
}

const prefix = 'free'
const daySeconds = limits.free.windowSeconds

/** Reads the day's counter. The library's windows start at the epoch, so a one-day window is a UTC day. */
const freeLimiter = createLimiter(prefix, limits.free)

/** Reads a visitor's quota for today without counting a call. */
export async function visitorQuota(client: Client): Promise<Quota> {
  const { remaining, limit, reset } = await (await freeLimiter()).getRemaining(visitorTag(client))
  return quotaAfter(limit - remaining, Math.round(reset / (daySeconds * 1000)) - 1)
}

/**
 * Counts calls as if they were made one after another, in the counter of `@upstash/ratelimit`, a number that expires
 * one window length after its first increment. The library itself cannot do this: it reports only whether all calls fit
 * and counts rejected calls too. Its refund, a negative `rate`, cannot tell whether a call was counted, so after a lost
 * reply from the store it would give away a call, or keep one that failed.
 */
const countInDay = defineScript({
  name: 'count-visitor',
  keys: ['day', 'callIds', 'failures'],
  args: { calls: list(record({ asksUpstream: flag, callId: text })) },
  constants: () => ({ most: limits.free.max, maxFailures: limits.visitorFailures.max, daySeconds, countedSeconds }),
  returns: record({ states: list(oneOf('admitted', 'failures', 'quota')), used: integer }),
  lua: countVisitorLua,
  isTimely: true,
})

/**
 * Removes calls from a day's count. Each call is removed only if it was counted, and only once, no matter how many
 * times the refund is tried. Calls that reached an upstream count as failures.
 */
const refundInDay = defineScript({
  name: 'refund-visitor',
  keys: ['day', 'callIds', 'failures'],
  args: { calls: list(record({ askedUpstream: flag, callId: text })) },
  constants: { daySeconds },
  returns: record({ refunded: integer, used: integer }),
  lua: refundVisitorLua,
})

async function countCalls(client: Client, calls: readonly CountedCall[]): Promise<Admissions> {
  const nowMs = Date.now()
  const day = Math.floor(nowMs / (daySeconds * 1000))
  const keys = keysOf(client, day, nowMs)
  const refund = async (failed: readonly FailedCall[]): Promise<Refund> => {
    const listed = failed.flatMap(({ index, askedUpstream }) => {
      const call = calls[index]
      return call ? [{ askedUpstream, callId: call.callId }] : []
    })
    const { refunded, used } = await refundInDay(keys, { calls: listed })
    return { refunded: refunded > 0, quota: quotaAfter(used, day) }
  }
  const { states, used } = await countInDay(keys, { calls }).catch((error: unknown) => {
    const all = calls.map((_, index) => ({ index, askedUpstream: false }))
    if (mayHaveRun(error)) refundUncertain(() => refund(all))
    throw error
  })
  let left = states.filter((state) => state === 'admitted').length
  const outcomes = states.map((state): AdmissionOutcome => {
    if (state === 'admitted') left -= 1
    const quota = quotaAfter(used - left, day)
    return { refused: state === 'admitted' ? null : state === 'failures' ? tooManyFailures() : exhausted(quota), quota }
  })
  return { ...anyVisitor(client), outcomes, quota: quotaAfter(used, day), refund }
}

async function countNone(client: Client): Promise<Admissions> {
  const quota = await visitorQuota(client)
  const refund = async () => ({ refunded: false, quota })
  return { ...anyVisitor(client), outcomes: [{ refused: null, quota }], quota, refund }
}

const anyVisitor = (client: Client) => ({
  months: [],
  caller: networkOf(client),
  keyId: null,
  isAwaited: false,
  operations: null,
})

/**
 * Returns a visitor's Redis keys for a day: the library's counter, recently counted calls, and the number of failures. A single
 * set of counted calls would never expire while the visitor keeps calling, and would grow with each call.
 */
function keysOf(client: Client, day: number, nowMs: number) {
  const at = `${prefix}:${visitorTag(client)}`
  return {
    day: `${at}:${day}`,
    callIds: `${at}:counted:${Math.floor(nowMs / (countedSeconds * 1000))}`,
    failures: `${at}:failures:${day}`,
  }
}

/** The hash tag keeps a visitor's Redis keys in one cluster slot. */
const visitorTag = (client: Client) => `{${networkOf(client)}}`

/** Returns a visitor's quota after `used` calls on a day. The day is given in days since the epoch. */
function quotaAfter(used: number, day: number): Quota {
  const limit = limits.free.max
  const remaining = Math.max(0, limit - used)
  const resetSeconds = (day + 1) * daySeconds
  return { authenticated: false, policy: 'daily', limit, remaining, resetSeconds, windowSeconds: daySeconds }
}
