import { script } from '@/server/store/script'
import { store } from '@/server/store/store'
import { accountKeys, endOfMonthSeconds, monthOf, startOfMonthSeconds } from './account-keys'
import type { Admission, Quota } from './admission'
import { giveBackLate } from './give-back'
import { firstPlan, plans } from './plans'

/** Month counters stay for the twelve months that the dashboard looks back, and a little longer. */
const keepSeconds = 400 * 86_400

/** A refund is told apart from its repetition for as long as one may be repeated. */
const refundMarkSeconds = 600

/**
 * Admission: finds the key, reads the plan, counts the call, notes the use. One script, so that no two calls can see the
 * same count, and one round trip. Answers { state, limit, used }: -1 is no limit.
 */
const admission = script(`
local profile, keys, seen, usage, calls, keyUsage = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local hash, now, field, keep, limits = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], cjson.decode(ARGV[5])
local id = false
if hash ~= '' then
  local found = redis.call('HGET', keys, hash)
  if not found then return { 'unknown', 0, 0, '' } end
  local key = cjson.decode(found)
  if type(key.expires) == 'number' and key.expires <= now then return { 'unknown', 0, 0, '' } end
  id = key.id
end
local limit = limits[redis.call('HGET', profile, 'plan') or ARGV[6]] or limits[ARGV[6]]
local used = tonumber(redis.call('GET', usage) or '0')
if limit >= 0 and used >= limit then
  redis.call('HINCRBY', calls, field .. ':rejected', 1)
  redis.call('EXPIRE', calls, keep)
  return { 'exhausted', limit, used, '' }
end
used = redis.call('INCR', usage)
redis.call('HINCRBY', calls, field .. ':ok', 1)
if used == 1 then
  redis.call('EXPIRE', usage, keep)
  redis.call('EXPIRE', calls, keep)
end
if id then
  redis.call('HSET', seen, id, now)
  if redis.call('HINCRBY', keyUsage, id, 1) == 1 then redis.call('EXPIRE', keyUsage, keep) end
end
return { 'admitted', limit, used, id or '' }
`)

/** Gives one call back, once however often it is asked to; answers the count as it then stands. */
const refund = script(`
local usage, calls, keyUsage, mark = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local field, id = ARGV[1], ARGV[2]
if redis.call('SET', mark, '1', 'NX', 'EX', ARGV[3]) and tonumber(redis.call('GET', usage) or '0') > 0 then
  redis.call('DECR', usage)
  redis.call('HINCRBY', calls, field .. ':ok', -1)
  redis.call('HINCRBY', calls, field .. ':failed', 1)
  if id ~= '' then redis.call('HINCRBY', keyUsage, id, -1) end
end
return tonumber(redis.call('GET', usage) or '0')
`)

const limits = JSON.stringify(Object.fromEntries(plans.map(({ id, monthlyQuota }) => [id, monthlyQuota ?? -1])))

export interface AccountCall {
  accountId: string
  /** The HMAC of the key; null for a person who is signed in. */
  keyHash: string | null
  /** `resolve`, `search` or `convert`. */
  operation: string
  /** Names this call, so that it is given back once at the most. */
  callId: string
}

/** Counts one call against an account's plan, in one round trip; null where the key is unknown, revoked or expired. */
export async function admitAccount({ accountId, keyHash, operation, callId }: AccountCall): Promise<Admission | null> {
  const { redis } = await store()
  const nowMs = Date.now()
  const month = monthOf(nowMs)
  const at = accountKeys(accountId)
  const field = `${new Date(nowMs).toISOString().slice(8, 10)}:${operation}`
  const quotaOf = (limit: number, used: number) => monthlyQuota(limit, used, nowMs)

  const giveBack = async (limit: number, keyId: string) => {
    const keys = [at.usage(month), at.calls(month), at.keyUsage(month), at.refunded(callId)]
    return quotaOf(limit, Number(await refund.run(redis, keys, [field, keyId, refundMarkSeconds])))
  }

  const readReply = (reply: unknown): Admission | null => {
    const [state, limit, used, keyId] = reply as [string, number, number, string]
    if (state === 'unknown') return null
    return { admitted: state === 'admitted', quota: quotaOf(limit, used), refund: () => giveBack(limit, keyId) }
  }

  const keys = [at.profile, at.keys, at.seen, at.usage(month), at.calls(month), at.keyUsage(month)]
  const args = [keyHash ?? '', Math.floor(nowMs / 1000), field, keepSeconds, limits, firstPlan]
  try {
    return readReply(await admission.run(redis, keys, args))
  } catch (error) {
    giveBackLate(error, readReply)
    throw error
  }
}

function monthlyQuota(limit: number, used: number, nowMs: number): Quota {
  if (limit < 0) return { authenticated: true, limit: null, remaining: null, resetSeconds: null, windowSeconds: null }
  const resetSeconds = endOfMonthSeconds(nowMs)
  return {
    authenticated: true,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds,
    windowSeconds: resetSeconds - startOfMonthSeconds(nowMs),
  }
}
