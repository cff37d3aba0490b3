import { mayHaveRun } from '@/server/store/batch'
import { script, timelyScript } from '@/server/store/script'
import { runScript, runTimelyScript } from '@/server/store/store'
import type { Admission, Quota, Refund } from './admission'
import { type CalendarDay, calendarDay } from './calendar'
import { limits } from './limits'
import { firstPlan, plans } from './plans'
import { redisKeys } from './redis-keys'
import { countedSeconds, refundUncertain } from './refund'
import { exhausted, tooManyRequests } from './refusals'

/** Month counters stay for the twelve months that the dashboard looks back, and a little longer. */
const keepSeconds = 400 * 86_400

/** The quotas as a Lua table: -1 is none. */
const quotas = plans.map(({ id, monthlyQuota }) => `${id} = ${monthlyQuota ?? -1}`).join(', ')

/**
 * Admission: finds the key, holds back who comes too fast, reads the plan, counts the call, notes the use. One script, so
 * that no two calls can see the same count, and one round trip; one that the store runs too late counts nothing. Answers
 * { state, limit, used, key id }: -1 is no limit.
 */
const admission = timelyScript(`
local user, profile, apiKeys, seen, usage, calls, keyUsage, burst = unpack(KEYS)
local hash, now, field, keep, callId = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local limits = { ${quotas} }
local id = false
if redis.call('EXISTS', user) == 0 then return { 'unknown', 0, 0, '' } end
if hash ~= '' then
  local found = redis.call('HGET', apiKeys, hash)
  if not found then return { 'unknown', 0, 0, '' } end
  local key = cjson.decode(found)
  if type(key.expires) == 'number' and key.expires <= now then return { 'unknown', 0, 0, '' } end
  id = key.id
end
local limit = limits[redis.call('HGET', profile, 'plan') or ''] or limits.${firstPlan}
local inBurst = redis.call('HINCRBY', burst, 'calls', 1)
if inBurst == 1 then redis.call('EXPIRE', burst, ARGV[7]) end
local tooFast = inBurst > tonumber(ARGV[6])
local used = tonumber(redis.call('GET', usage) or '0')
if tooFast or (limit >= 0 and used >= limit) then
  redis.call('HINCRBY', calls, field .. ':rejected', 1)
  redis.call('EXPIRE', calls, keep)
  return { tooFast and 'too fast' or 'exhausted', limit, used, id or '' }
end
used = redis.call('INCR', usage)
redis.call('HSET', burst, callId, '')
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

/**
 * Takes one call out of the month's counts if it was counted, once however often it is asked to; out of the burst never, or
 * failing calls could be made without limit. Answers { refunded, used }.
 */
const refundScript = script(`
local user, apiKeys, usage, calls, keyUsage, burst = unpack(KEYS)
local hash, field, callId = ARGV[1], ARGV[2], ARGV[3]
if redis.call('EXISTS', user) == 0 then return { 0, 0 } end
local refunded = redis.call('HDEL', burst, callId)
if refunded == 1 then
  redis.call('DECR', usage)
  redis.call('HINCRBY', calls, field .. ':ok', -1)
  redis.call('HINCRBY', calls, field .. ':failed', 1)
  local found = hash ~= '' and redis.call('HGET', apiKeys, hash)
  if found then redis.call('HINCRBY', keyUsage, cjson.decode(found).id, -1) end
end
return { refunded, tonumber(redis.call('GET', usage) or '0') }
`)

export interface AccountCall {
  accountId: string
  /** The HMAC of the key; null for a person who is signed in. */
  keyHash: string | null
  /** `resolve`, `search` or `convert`. */
  operation: string
  /** Names this call, so that it is refunded once at most. */
  callId: string
}

const { windowSeconds: burstSeconds } = limits.burst
let burstMax: number | undefined

/** Counts one call against an account's plan and its burst, in one round trip; null where the key is unknown, revoked or expired, or the account is deleted. */
export async function admitAccount({ accountId, keyHash, operation, callId }: AccountCall): Promise<Admission | null> {
  const nowMs = Date.now()
  const nowSeconds = Math.floor(nowMs / 1000)
  const today = calendarDay(nowMs)
  const { month } = today
  const at = redisKeys(accountId)
  const field = `${today.day}:${operation}`
  const caller = keyHash ?? ''
  const burst = at.burst(Math.floor(nowSeconds / burstSeconds))

  const refundOf = async (limit: number): Promise<Refund> => {
    const touched = [at.user, at.apiKeys, at.usage(month), at.calls(month), at.keyUsage(month), burst]
    const [refunded, used] = (await runScript(refundScript, touched, [caller, field, callId])) as [number, number]
    return { refunded: refunded === 1, quota: monthlyQuota(limit, used, today) }
  }

  burstMax ??= limits.burst.max
  const { user, profile, apiKeys, seen } = at
  const touched = [user, profile, apiKeys, seen, at.usage(month), at.calls(month), at.keyUsage(month), burst]
  const args = [caller, nowSeconds, field, keepSeconds, callId, burstMax, countedSeconds]
  const reply = await runTimelyScript(admission, touched, args).catch((error: unknown) => {
    if (mayHaveRun(error)) refundUncertain(() => refundOf(-1))
    throw error
  })
  const [state, limit, used, keyId] = reply as [string, number, number, string]
  if (state === 'unknown') return null
  const quota = monthlyQuota(limit, used, today)
  return {
    refused: state === 'admitted' ? null : state === 'too fast' ? tooManyRequests() : exhausted(quota),
    quota,
    caller: accountId,
    keyId: keyId || null,
    refund: () => refundOf(limit),
  }
}

function monthlyQuota(limit: number, used: number, { monthStartSeconds, monthEndSeconds }: CalendarDay): Quota {
  if (limit < 0) return { authenticated: true, limit: null, remaining: null, resetSeconds: null, windowSeconds: null }
  return {
    authenticated: true,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: monthEndSeconds,
    windowSeconds: monthEndSeconds - monthStartSeconds,
  }
}
