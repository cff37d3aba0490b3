import { env } from '@/server/env'
import { script } from '@/server/store/script'
import { store } from '@/server/store/store'
import { accountKeys, endOfMonthSeconds, monthOf, startOfMonthSeconds } from './account-keys'
import type { Admission, Quota } from './admission'
import { windowSeconds } from './burst'
import { giveBackLate } from './give-back'
import { firstPlan, plans } from './plans'

/** Month counters stay for the twelve months that the dashboard looks back, and a little longer. */
const keepSeconds = 400 * 86_400

/** A refund is told apart from its repetition for as long as one may be repeated. */
const refundMarkSeconds = 600

/** The quotas as a Lua table: -1 is none. */
const limits = plans.map(({ id, monthlyQuota }) => `${id} = ${monthlyQuota ?? -1}`).join(', ')

/**
 * Admission: finds the key, holds back who comes too fast, reads the plan, counts the call, notes the use. One script, so
 * that no two calls can see the same count, and one round trip. Answers { state, limit, used, key id }: -1 is no limit.
 */
const admission = script(`
local profile, keys, seen, usage, calls, keyUsage, burst = unpack(KEYS)
local hash, now, field, keep = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local limits = { ${limits} }
local id = false
if hash ~= '' then
  local found = redis.call('HGET', keys, hash)
  if not found then return { 'unknown', 0, 0, '' } end
  local key = cjson.decode(found)
  if type(key.expires) == 'number' and key.expires <= now then return { 'unknown', 0, 0, '' } end
  id = key.id
end
local limit = limits[redis.call('HGET', profile, 'plan') or ''] or limits.${firstPlan}
local inBurst = redis.call('HINCRBY', burst, hash == '' and 'session' or hash, 1)
if inBurst == 1 and redis.call('HLEN', burst) == 1 then redis.call('EXPIRE', burst, ARGV[6]) end
local tooFast = inBurst > tonumber(ARGV[5])
local used = tonumber(redis.call('GET', usage) or '0')
if tooFast or (limit >= 0 and used >= limit) then
  redis.call('HINCRBY', calls, field .. ':rejected', 1)
  redis.call('EXPIRE', calls, keep)
  return { tooFast and 'too fast' or 'exhausted', limit, used, id or '' }
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

export interface AccountCall {
  accountId: string
  /** The HMAC of the key; null for a person who is signed in. */
  keyHash: string | null
  /** `resolve`, `search` or `convert`. */
  operation: string
  /** Names this call, so that it is given back once at the most. */
  callId: string
}

/** Counts one call against an account's plan and its burst, in one round trip; null where the key is unknown, revoked or expired. */
export async function admitAccount({ accountId, keyHash, operation, callId }: AccountCall): Promise<Admission | null> {
  const { raw } = await store()
  const nowMs = Date.now()
  const month = monthOf(nowMs)
  const at = accountKeys(accountId)
  const field = `${new Date(nowMs).toISOString().slice(8, 10)}:${operation}`
  const quotaOf = (limit: number, used: number) => monthlyQuota(limit, used, nowMs)

  const giveBack = async (limit: number, keyId: string) => {
    const keys = [at.usage(month), at.calls(month), at.keyUsage(month), at.refunded(callId)]
    return quotaOf(limit, Number(await refund.run(raw, keys, [field, keyId, refundMarkSeconds])))
  }

  const readReply = (reply: unknown): Admission | null => {
    const [state, limit, used, keyId] = reply as [string, number, number, string]
    if (state === 'unknown') return null
    return {
      admitted: state === 'admitted',
      tooFast: state === 'too fast',
      quota: quotaOf(limit, used),
      keyId: keyId || null,
      refund: () => giveBack(limit, keyId),
    }
  }

  const keys = [at.profile, at.keys, at.seen, at.usage(month), at.calls(month), at.keyUsage(month), at.burst]
  const args = [keyHash ?? '', Math.floor(nowMs / 1000), field, keepSeconds, env().BURST_LIMIT, windowSeconds]
  try {
    return readReply(await admission.run(raw, keys, args))
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
