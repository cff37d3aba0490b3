import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import { UpstreamFailure } from './failure'

/**
 * The SKUs that Google bills: a call costs the highest tier among the fields asked for. Price list of 2026: $20 and $35 per
 * 1,000 after 1,000 free a month each; ids alone are free, by Places API (New) as by the older one.
 */
const skus = ['details_enterprise', 'search_enterprise', 'details_ids', 'legacy_ids'] as const

export type Sku = (typeof skus)[number]

const freeSkus: ReadonlySet<Sku> = new Set<Sku>(['details_ids', 'legacy_ids'])

const keepSeconds = 400 * 86_400

/** `upstream:2026-11-21`, a hash: calls of each SKU, and of all billable ones under `billable`. */
const keyOf = (day: string) => `upstream:${day}`

/**
 * Counts one call, unless it is billable and the cap is reached; returns 1 if it was counted. A negative cap means no
 * limit.
 */
const count = script(`
local day, sku, billable, cap = KEYS[1], ARGV[1], ARGV[2] == '1', tonumber(ARGV[3])
if billable then
  if cap >= 0 and tonumber(redis.call('HGET', day, 'billable') or '0') >= cap then return 0 end
  redis.call('HINCRBY', day, 'billable', 1)
end
if redis.call('HINCRBY', day, sku, 1) == 1 then redis.call('EXPIRE', day, ARGV[4]) end
return 1
`)

/** The day under which calls are counted now: `2026-11-21`, UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10)

const dayMs = 86_400_000

/** Until 00:00 UTC. */
const secondsLeftToday = (): number => Math.ceil((dayMs - (Date.now() % dayMs)) / 1000)

/**
 * Counts a call that is about to be made, retries included. It is never refunded: Google does not document which failed
 * calls it bills, so the count is the most that the day can have cost.
 * @param cap billable calls a UTC day; null for no limit.
 * @throws UpstreamFailure `spent` if the cap is reached, PinrefError `store_unavailable` if it cannot be counted.
 */
export async function spend(sku: Sku, cap: number | null): Promise<void> {
  const billable = freeSkus.has(sku) ? '0' : '1'
  const counted = await runScript(count, [keyOf(today())], [sku, billable, cap ?? -1, keepSeconds])
  if (counted !== 1) throw new UpstreamFailure('spent', undefined, secondsLeftToday())
}

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
