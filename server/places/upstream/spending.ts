import { PinrefError } from '@/server/platform/problems/errors'
import { store } from '@/server/platform/store/store'
import { runTimelyScript, timelyScript } from '@/server/platform/store/untyped'
import { UpstreamFailure } from './failure'
import { sharerOf } from './lookup'

/**
 * The SKUs that Google bills: a call is billed at the highest tier among the requested fields. The 2026 prices are $20
 * and $35 per 1,000 calls, each after 1,000 free calls per month. Calls that request only ids are free in both Places
 * APIs, and so is the Resolution API.
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

/** How many calls to Google are allowed. */
export interface SpendingLimits {
  /** Billable calls per UTC day. */
  dailyCap: number
  /** Billable calls per calendar month, UTC; null if the daily cap is the only one. */
  monthlyCap: number | null
  /** The share of the daily cap and of Google's rate limit that one caller may use, in percent; 100 means no limit. */
  callerShare: number
}

/**
 * How many calls per minute Google allows a new project, for each method. This is documented for the Resolution API and
 * reported by users for Places. If your project has a higher limit, set `UPSTREAM_CALLER_SHARE=100`.
 */
const googleCallsAMinute = 600

/**
 * The share of that limit that background work may use, in percent, because callers who are waiting come first. If the
 * project has a higher limit, its rate limit is unknown, and background work is limited only to half of the turns
 * (`slots.ts`).
 */
const backgroundShare = 50

/** Returns a day's Redis keys. They all have the hash tag of the day's month, so one script can update all of them. */
function keysOf(day: string) {
  const month = `{upstream:${day.slice(0, 7)}}`
  return {
    /** The month's billable calls. */
    billable: `${month}:billable`,
    /** A hash with each SKU's calls, and all billable calls under `billable`. */
    day: `${month}:${day}`,
    /**
     * A hash with each caller's calls. The day's calls are under the caller's name. A minute and the calls in that
     * minute (`29400123 5`) are under `minute:` or `resolution-minute:` and the name.
     */
    callers: `${month}:${day}:callers`,
  }
}

/** How long callers' counts are stored: long enough for the day, no matter when the first call arrives. */
const keepCallersSeconds = 2 * 86_400

/**
 * Counts one call unless a limit is reached. Returns `counted`, or the limit: `month` or `day` for the caps, `share` for the
 * caller's share of the day, or `minute` for the caller's share of the minute. A negative limit means no limit. Stores
 * such as Upstash charge for each command in a script, so each hash is read with one command and written with one.
 */
const count = timelyScript(`
local month, day, callers = unpack(KEYS)
local sku, billable, caller, ofMinute, minute = ARGV[1], ARGV[2] == '1', ARGV[3], ARGV[4], tonumber(ARGV[5])
local monthlyCap, dailyCap = tonumber(ARGV[6]), tonumber(ARGV[7])
local share, minuteShare = tonumber(ARGV[8]), tonumber(ARGV[9])
if not billable then share = -1 end
if billable and monthlyCap >= 0 and tonumber(redis.call('GET', month) or '0') >= monthlyCap then return 'month' end
local ofDay = billable and redis.call('HMGET', day, sku, 'billable') or {}
local billed = tonumber(ofDay[2] or '0')
if billable and dailyCap >= 0 and billed >= dailyCap then return 'day' end
local limitsCallers = share >= 0 or minuteShare >= 0
local ofCaller, isFirst, inMinute = 0, false, 0
if limitsCallers then
  local stored = redis.call('HMGET', callers, caller, ofMinute)
  ofCaller, isFirst = tonumber(stored[1] or '0'), not stored[1] and not stored[2]
  local of, made = string.match(stored[2] or '', '^(%d+) (%d+)$')
  -- A process whose clock is behind counts in the minute that others have begun.
  if of and tonumber(of) >= minute and tonumber(of) <= minute + 1 then minute, inMinute = tonumber(of), tonumber(made) end
  if share >= 0 and ofCaller >= share then return 'share' end
  if minuteShare >= 0 and inMinute >= minuteShare then return 'minute' end
end
local calls
if billable then
  if redis.call('INCR', month) == 1 then redis.call('EXPIRE', month, ARGV[10]) end
  calls = tonumber(ofDay[1] or '0') + 1
  redis.call('HSET', day, sku, calls, 'billable', billed + 1)
else
  calls = redis.call('HINCRBY', day, sku, 1)
end
if calls == 1 then redis.call('EXPIRE', day, ARGV[10]) end
if limitsCallers then
  local counts = { ofMinute, string.format('%d %d', minute, inMinute + 1) }
  if share >= 0 then counts[3], counts[4] = caller, ofCaller + 1 end
  redis.call('HSET', callers, unpack(counts))
  if isFirst then redis.call('EXPIRE', callers, ARGV[11]) end
end
return 'counted'
`)

const dayMs = 86_400_000
const minuteMs = 60_000

/** Returns the seconds until the day (00:00 UTC) or the minute ends. */
const secondsLeftOf = (periodMs: number): number => Math.ceil((periodMs - (Date.now() % periodMs)) / 1000)

/** Returns the seconds until the first of the next month, 00:00 UTC. */
function secondsLeftOfMonth(): number {
  const now = new Date()
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1000)
}

/** Returns the day that calls are currently counted for: `2026-11-21`, UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/**
 * Counts a call that is about to be made; a retry counts too. A call is never refunded, because Google does not
 * document which failed calls it bills, so the count shows the day's maximum cost.
 * @param caller the caller of the lookup.
 * @param inBackground whether the call yields to others: all background calls together use at most half of Google's
 *   calls per minute, unless the caller share is 100.
 * @throws UpstreamFailure `spent` if a cap is reached; PinrefError `too_many_requests` if the caller's share for the
 *   day or the minute is used up, `store_unavailable` if the call cannot be counted.
 */
export async function spend(sku: Sku, caller: string, limits: SpendingLimits, inBackground = false): Promise<void> {
  const { dailyCap, monthlyCap, callerShare } = limits
  const at = keysOf(today())
  const share = (of: number, percent = callerShare) =>
    percent < 100 ? Math.max(1, Math.floor((of * percent) / 100)) : -1
  const minuteShare = inBackground && callerShare < 100 ? Math.min(callerShare, backgroundShare) : callerShare
  const counted = await runTimelyScript(
    count,
    [at.billable, at.day, at.callers],
    [
      ...[sku, freeSkus.has(sku) ? 0 : 1, caller],
      `${sku === 'resolution' ? 'resolution-minute' : 'minute'}:${sharerOf({ caller, inBackground })}`,
      Math.floor(Date.now() / minuteMs),
      ...[monthlyCap ?? -1, dailyCap, share(dailyCap), share(googleCallsAMinute, minuteShare)],
      ...[keepSeconds, keepCallersSeconds],
    ],
  )
  if (counted === 'month') throw new UpstreamFailure('spent', undefined, secondsLeftOfMonth())
  if (counted === 'day') throw new UpstreamFailure('spent', undefined, secondsLeftOf(dayMs))
  if (counted === 'share')
    throw ownShareUsed('You have used your share of today’s lookups. Your share resets at 00:00 UTC.', dayMs)
  if (counted === 'minute')
    throw ownShareUsed('You made too many lookups this minute. Wait a minute, then slow down.', minuteMs)
}

const ownShareUsed = (detail: string, periodMs: number) =>
  new PinrefError('too_many_requests', detail, { retryAfterSeconds: secondsLeftOf(periodMs) })

/** The calls made to Google on one day. */
export interface Spending {
  /** `2026-11-21`, UTC. */
  day: string
  calls: Record<Sku, number>
  /** How many of these calls Google may bill. */
  billable: number
}

/** Reads a day's calls. @param day `2026-11-21`; defaults to today. */
export async function readSpending(day = today()): Promise<Spending> {
  const { redis } = await store()
  const counts = (await redis.hgetall<Record<string, number>>(keysOf(day).day)) ?? {}
  const calls = Object.fromEntries(skus.map((sku) => [sku, counts[sku] ?? 0])) as Record<Sku, number>
  return { day, calls, billable: counts.billable ?? 0 }
}
