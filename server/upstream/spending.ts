import { PinrefError } from '@/server/errors'
import { timelyScript } from '@/server/store/script'
import { runTimelyScript, store } from '@/server/store/store'
import { UpstreamFailure } from './failure'

/**
 * The SKUs that Google bills: a call costs the highest tier among the fields asked for. Price list of 2026: $20 and $35 per
 * 1,000 after 1,000 free a month each; ids alone are free, by Places API (New) as by the older one, and so is the
 * Resolution API.
 */
const skus = [
  'details_enterprise',
  'search_enterprise',
  'details_ids',
  'search_ids',
  'legacy_ids',
  'resolution',
] as const

export type Sku = (typeof skus)[number]

const freeSkus: ReadonlySet<Sku> = new Set<Sku>(['details_ids', 'search_ids', 'legacy_ids', 'resolution'])

const keepSeconds = 400 * 86_400

/** What may be asked of Google. */
export interface SpendingLimits {
  /** Billable calls a UTC day; null for no limit. */
  dailyCap: number | null
  /** How much of the cap, and of Google's rate, one caller may use, in percent; 100 is all of it. */
  callerShare: number
}

/**
 * What Google allows a new project to call in a minute, by method: for Places reported by its users, as the docs give no
 * number; for the Resolution API documented. A project that is allowed more sets `UPSTREAM_CALLER_SHARE=100`.
 */
const googleCallsAMinute = 600

/** `upstream:2026-11-21`, a hash: calls of each SKU, and of all billable ones under `billable`. */
const keyOf = (day: string) => `upstream:${day}`

/** Hashes of what each caller has called. The hash tag is the key of the day, so that they share its slot on a cluster. */
const callersKeyOf = (day: string) => `{${keyOf(day)}}:callers`
const minuteKeyOf = (day: string, minute: number, sku: Sku) =>
  `{${keyOf(day)}}:${sku === 'resolution' ? 'resolution-minute' : 'minute'}:${minute}`

/** How long the counts of callers are kept: for their day or minute, wherever in it the first call is. */
const keepCallersSeconds = 2 * 86_400
const keepMinuteSeconds = 120

/**
 * Counts one call unless a limit is reached; answers `counted`, or which: `cap`, the caller's `share` of it, or of the
 * `minute`. A negative limit means none.
 */
const count = timelyScript(`
local day, callers, minute = unpack(KEYS)
local sku, billable, caller = ARGV[1], ARGV[2] == '1', ARGV[3]
local cap, share, minuteShare = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local function reached(limit, hash, field)
  return limit >= 0 and tonumber(redis.call('HGET', hash, field) or '0') >= limit
end
if billable and reached(cap, day, 'billable') then return 'cap' end
if billable and reached(share, callers, caller) then return 'share' end
if reached(minuteShare, minute, caller) then return 'minute' end
if billable then
  redis.call('HINCRBY', day, 'billable', 1)
  if share >= 0 and redis.call('HINCRBY', callers, caller, 1) == 1 then redis.call('EXPIRE', callers, ARGV[8]) end
end
if minuteShare >= 0 and redis.call('HINCRBY', minute, caller, 1) == 1 then redis.call('EXPIRE', minute, ARGV[9]) end
if redis.call('HINCRBY', day, sku, 1) == 1 then redis.call('EXPIRE', day, ARGV[7]) end
return 'counted'
`)

const dayMs = 86_400_000
const minuteMs = 60_000

/** Until the day (00:00 UTC) or the minute ends. */
const secondsLeftOf = (periodMs: number): number => Math.ceil((periodMs - (Date.now() % periodMs)) / 1000)

/** The day under which calls are counted now: `2026-11-21`, UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/**
 * Counts a call that is about to be made, retries included. It is never refunded: Google does not document which failed
 * calls it bills, so the count is the most that the day can have cost.
 * @param caller whose lookup it is.
 * @throws UpstreamFailure `spent` if the cap is reached, PinrefError `too_many_requests` if the caller's share of it is, or of
 *   the minute, `store_unavailable` if it cannot be counted.
 */
export async function spend(sku: Sku, caller: string, { dailyCap, callerShare }: SpendingLimits): Promise<void> {
  const day = today()
  const keys = [keyOf(day), callersKeyOf(day), minuteKeyOf(day, Math.floor(Date.now() / minuteMs), sku)]
  const share = (of: number) => (callerShare < 100 ? Math.max(1, Math.floor((of * callerShare) / 100)) : -1)
  const limits = [dailyCap ?? -1, dailyCap === null ? -1 : share(dailyCap), share(googleCallsAMinute)]
  const keep = [keepSeconds, keepCallersSeconds, keepMinuteSeconds]
  const counted = await runTimelyScript(count, keys, [sku, freeSkus.has(sku) ? 0 : 1, caller, ...limits, ...keep])
  if (counted === 'cap') throw new UpstreamFailure('spent', undefined, secondsLeftOf(dayMs))
  if (counted === 'share') throw ownShareUsed('Your share of today’s lookups is used. It returns at 00:00 UTC.', dayMs)
  if (counted === 'minute')
    throw ownShareUsed('Too many lookups in this minute. Go on in the next, more slowly.', minuteMs)
}

/** Whether a call may be made only once it is counted. */
export const isLimited = ({ dailyCap, callerShare }: SpendingLimits): boolean => dailyCap !== null || callerShare < 100

const ownShareUsed = (detail: string, periodMs: number) =>
  new PinrefError('too_many_requests', detail, { retryAfterSeconds: secondsLeftOf(periodMs) })

/** What was asked of Google on one day. */
export interface Spending {
  /** `2026-11-21`, UTC. */
  day: string
  calls: Record<Sku, number>
  /** How many of these Google may bill. */
  billable: number
}

/** @param day `2026-11-21`; default today. */
export async function readSpending(day = today()): Promise<Spending> {
  const { redis } = await store()
  const counts = (await redis.hgetall<Record<string, number>>(keyOf(day))) ?? {}
  const calls = Object.fromEntries(skus.map((sku) => [sku, counts[sku] ?? 0])) as Record<Sku, number>
  return { day, calls, billable: counts.billable ?? 0 }
}
