import type { PinrefError } from '@/server/errors'
import { mayHaveRun } from '@/server/store/batch'
import { type Script, script, timelyScript } from '@/server/store/script'
import { runScript, runTimelyScript } from '@/server/store/store'
import type { Admission, Quota, Refund } from './admission'
import { keyPeppers } from './api-key'
import { type CalendarDay, calendarDay } from './calendar'
import { dailyFailures, limits } from './limits'
import { firstPlan, plans } from './plans'
import { redisKeys } from './redis-keys'
import { countedSeconds, refundUncertain } from './refund'
import { accountSuspended, exhausted, tooManyFailures, tooManyRequests } from './refusals'

/** Month counters stay for the twelve months that the dashboard looks back, and a little longer. */
const keepSeconds = 400 * 86_400

/** A day's failures are counted for a day, wherever in it the first one is. */
const keepFailuresSeconds = 2 * 86_400

/** What each plan allows as the fields of a Lua table: calls a month (-1: any number), and lookups that may fail in a day. */
const allowed = () =>
  plans()
    .map((plan) => `['${plan.id}'] = { ${plan.monthlyQuota ?? -1}, ${dailyFailures(plan)} }`)
    .join(', ')

/** Finds a key by the first of its hashes that is stored; answers it and that hash. */
const findKey = `
local function findKey(apiKeys, hashes)
  for hash in string.gmatch(hashes, '%S+') do
    local found = redis.call('HGET', apiKeys, hash)
    if found then return cjson.decode(found), hash end
  end
end
`

/**
 * Admission: refuses a suspended account, finds the key, holds back who comes too fast, reads the plan, counts the call, notes
 * the use. One script, so that no two calls can see the same count, and one round trip; one that the store runs too late
 * counts nothing. A key that is found under another pepper is stored under the present one from then on. Answers { state,
 * limit, used, key id }: -1 is no limit.
 */
const admissionScript = (): Script =>
  timelyScript(`
local user, profile, apiKeys, seen, usage, calls, keyUsage, burst, failures = unpack(KEYS)
local hashes, now, field, keep, callId = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local mayFail, pepper = ARGV[8] == '1', ARGV[9]
local plans = { ${allowed()} }
local id = false
${findKey}
if redis.call('EXISTS', user) == 0 then return { 'unknown', 0, 0, '' } end
local plan, suspended = unpack(redis.call('HMGET', profile, 'plan', 'suspended'))
if suspended and suspended ~= '' then return { hashes == '' and 'suspended' or 'unknown', 0, 0, '' } end
if hashes ~= '' then
  local key, hash = findKey(apiKeys, hashes)
  if not key then return { 'unknown', 0, 0, '' } end
  if type(key.expires) == 'number' and key.expires <= now then return { 'unknown', 0, 0, '' } end
  id = key.id
  local present = string.match(hashes, '%S+')
  if hash ~= present then
    key.pepper = pepper
    redis.call('HDEL', apiKeys, hash)
    redis.call('HSET', apiKeys, present, cjson.encode(key))
  end
end
local limit, mostFailures = unpack(plans[plan or ''] or plans['${firstPlan().id}'])
local inBurst = redis.call('HINCRBY', burst, 'calls', 1)
if inBurst == 1 then redis.call('EXPIRE', burst, ARGV[7]) end
local counts = redis.call('MGET', usage, failures)
local used, failed = tonumber(counts[1] or '0'), tonumber(counts[2] or '0')
local refused = inBurst > tonumber(ARGV[6]) and 'too fast'
  or mayFail and failed >= mostFailures and 'failing'
  or limit >= 0 and used >= limit and 'exhausted'
if refused then
  redis.call('HINCRBY', calls, field .. ':rejected', 1)
  redis.call('EXPIRE', calls, keep)
  return { refused, limit, used, id or '' }
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
 * failing calls could be made without limit. One that an upstream was asked for counts as a failure. Answers
 * { refunded, used }.
 */
const refundScript = script(`
local user, apiKeys, usage, calls, keyUsage, burst, failures = unpack(KEYS)
local hashes, field, callId = ARGV[1], ARGV[2], ARGV[3]
${findKey}
if redis.call('EXISTS', user) == 0 then return { 0, 0 } end
local refunded = redis.call('HDEL', burst, callId)
if refunded == 1 then
  redis.call('DECR', usage)
  redis.call('HINCRBY', calls, field .. ':ok', -1)
  redis.call('HINCRBY', calls, field .. ':failed', 1)
  if ARGV[4] == '1' and redis.call('INCR', failures) == 1 then redis.call('EXPIRE', failures, ARGV[5]) end
  local key = findKey(apiKeys, hashes)
  if key then redis.call('HINCRBY', keyUsage, key.id, -1) end
end
return { refunded, tonumber(redis.call('GET', usage) or '0') }
`)

export interface AccountCall {
  accountId: string
  /** The hashes under which the key may be stored, the present one first; none for a person who is signed in. */
  keyHashes: readonly string[]
  /** `resolve`, `search` or `convert`. */
  operation: string
  /** Whether it may ask an upstream, so that the day's failures may refuse it. */
  asksUpstream: boolean
  /** Names this call, so that it is refunded once at most. */
  callId: string
}

const { windowSeconds: burstSeconds } = limits.burst
let burstMax: number | undefined
/** Written at the first call: it holds this server's plans. */
let admission: Script | undefined

/**
 * Counts one call against an account's plan and its burst, in one round trip; null where the key is unknown, revoked or expired, or the
 * account is deleted, or suspended and called with a key.
 * @throws PinrefError `account_suspended` for a person who is signed in; `store_unavailable`.
 */
export async function admitAccount(call: AccountCall): Promise<Admission | null> {
  const { accountId, keyHashes, operation, asksUpstream, callId } = call
  const nowMs = Date.now()
  const nowSeconds = Math.floor(nowMs / 1000)
  const today = calendarDay(nowMs)
  const { month } = today
  const at = redisKeys(accountId)
  const field = `${today.day}:${operation}`
  const caller = keyHashes.join(' ')
  const burst = at.burst(Math.floor(nowSeconds / burstSeconds))
  const failures = at.failures(`${month}-${today.day}`)

  const refundOf = async (limit: number, askedUpstream = false): Promise<Refund> => {
    const touched = [at.user, at.apiKeys, at.usage(month), at.calls(month), at.keyUsage(month), burst, failures]
    const args = [caller, field, callId, askedUpstream ? 1 : 0, keepFailuresSeconds]
    const [refunded, used] = (await runScript(refundScript, touched, args)) as [number, number]
    return { refunded: refunded === 1, quota: monthlyQuota(limit, used, today) }
  }

  burstMax ??= limits.burst.max
  admission ??= admissionScript()
  const touched = [
    at.user,
    at.profile,
    at.apiKeys,
    at.seen,
    at.usage(month),
    at.calls(month),
    at.keyUsage(month),
    burst,
    failures,
  ]
  const mayFail = asksUpstream ? 1 : 0
  const args = [caller, nowSeconds, field, keepSeconds, callId, burstMax, countedSeconds, mayFail]
  if (keyHashes.length > 1) args.push(keyPeppers().code)
  const reply = await runTimelyScript(admission, touched, args).catch((error: unknown) => {
    if (mayHaveRun(error)) refundUncertain(() => refundOf(-1))
    throw error
  })
  const [state, limit, used, keyId] = reply as [string, number, number, string]
  if (state === 'unknown') return null
  if (state === 'suspended') throw accountSuspended()
  const quota = monthlyQuota(limit, used, today)
  return {
    refused: state === 'admitted' ? null : refusalOf(state, quota),
    quota,
    caller: accountId,
    keyId: keyId || null,
    refund: (askedUpstream) => refundOf(limit, askedUpstream),
  }
}

function refusalOf(state: string, quota: Quota): PinrefError {
  if (state === 'too fast') return tooManyRequests()
  return state === 'failing' ? tooManyFailures() : exhausted(quota)
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
