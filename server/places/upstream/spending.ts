import { PinrefError } from '@/server/platform/problems/errors'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, oneOf, optional, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import countCallLua from './count-call.lua'
import { UpstreamFailure } from './failure'
import { sharerOf } from './lookup'

/**
 * The SKUs that Google bills: a call is billed at the highest tier among the requested fields. Their prices are in
 * `cost.ts`. Calls that request only ids are free in both Places APIs, and so is the Resolution API.
 */
const skus = [
  'details_pro',
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

/** How long an account's calls are stored: until the month is over, no matter when its first call was made. */
const keepAccountSeconds = 32 * 86_400

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
     * A hash with each caller's calls. The day's calls are under the caller's name. For each `minute:<name>` and
     * `resolution-minute:<name>`, `…:started` is the number of a minute, and `…:calls` its calls.
     */
    callers: `${month}:${day}:callers`,
    /** A hash with each SKU's calls in the month for one account. */
    account: (id: string) => `${month}:account:${id}`,
  }
}

/** How long callers' counts are stored: long enough for the day, no matter when the first call arrives. */
const keepCallersSeconds = 2 * 86_400

/**
 * Counts one call unless a limit is reached. Returns `counted`, or the limit: `month` or `day` for the caps, `share` for the
 * caller's share of the day, or `minute` for the caller's share of the minute. Stores such as Upstash charge for each
 * command in a script, so each hash is read with one command and written with one. The calls of an account are counted
 * in the same script, so the figures for accounts never differ from the total.
 */
const count = defineScript({
  name: 'count-call',
  keys: ['month', 'day', 'callers', 'account'],
  args: {
    sku: text,
    isBillable: flag,
    caller: text,
    isAccount: flag,
    /** Whose calls of a minute are counted together. */
    sharer: text,
    /** The number of the minute. */
    minute: integer,
    // Limits; omitted if there are none.
    monthlyCap: optional(integer),
    dailyCap: optional(integer),
    dayShare: optional(integer),
    minuteShare: optional(integer),
  },
  constants: { keepSeconds, keepCallersSeconds, keepAccountSeconds },
  returns: oneOf('counted', 'month', 'day', 'share', 'minute'),
  lua: countCallLua,
  isTimely: true,
})

const dayMs = 86_400_000
const minuteMs = 60_000

/** Returns the seconds until the day (00:00 UTC) or the minute ends. */
const secondsLeftOf = (periodMs: number): number => Math.ceil((periodMs - (Date.now() % periodMs)) / 1000)

/** Returns the seconds until the first of the next month, 00:00 UTC. */
function secondsLeftOfMonth(): number {
  const now = new Date()
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1000)
}

/** Whether a caller is an account, by its id's format. A visitor's network has a dot or a colon. */
const isAccount = (caller: string): boolean => /^[0-9A-Za-z]{16}$/.test(caller)

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
    percent < 100 ? Math.max(1, Math.floor((of * percent) / 100)) : null
  const minuteShare = inBackground && callerShare < 100 ? Math.min(callerShare, backgroundShare) : callerShare
  const counted = await count(
    { month: at.billable, day: at.day, callers: at.callers, account: at.account(caller) },
    {
      sku,
      isBillable: !freeSkus.has(sku),
      caller,
      isAccount: isAccount(caller),
      sharer: `${sku === 'resolution' ? 'resolution-minute' : 'minute'}:${sharerOf({ caller, inBackground })}`,
      minute: Math.floor(Date.now() / minuteMs),
      monthlyCap,
      dailyCap,
      dayShare: share(dailyCap),
      minuteShare: share(googleCallsAMinute, minuteShare),
    },
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
  return { day, calls: callsIn(counts), billable: counts.billable ?? 0 }
}

const callsIn = (counts: Record<string, number>) =>
  Object.fromEntries(skus.map((sku) => [sku, counts[sku] ?? 0])) as Record<Sku, number>

/** Reads the calls made to Google for an account in the current month, UTC. A call that several callers share counts once. */
export async function readAccountSpending(accountId: string): Promise<Record<Sku, number>> {
  const { redis } = await store()
  return callsIn((await redis.hgetall<Record<string, number>>(keysOf(today()).account(accountId))) ?? {})
}

/** Deletes the counts of a deleted account's calls, including those of a month that has just ended. */
export async function forgetAccountSpending(accountId: string): Promise<void> {
  const { redis } = await store()
  const ended = new Date(Date.now() - keepAccountSeconds * 1000).toISOString()
  await Promise.all([today(), ended].map((day) => redis.del(keysOf(day).account(accountId))))
}
