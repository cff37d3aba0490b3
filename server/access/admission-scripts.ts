import { type Script, script, timelyScript } from '@/server/store/script'
import { dailyFailures } from './limits'
import { firstPlan, plans } from './plans'

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
 * Admission: finds the key and checks, in this order, where it is called from, what for, how fast, its own month and the plan's;
 * counts the call and notes the use. One script, so that no two calls can see the same count, and one round trip; one that the
 * store runs too late counts nothing. Stores such as Upstash charge for each command in it, so everything that is counted in a
 * month is read by one and written by one: six commands in all, and one more with the first call of a month. A key that is found
 * under another pepper is stored under the present one from then on.
 *
 * With a test key it is no call of the plan, and has a burst of its own; `usage` and `key` only read where the account and the key
 * stand, and are no calls at all. Answers { state, limit, used, key id, the key's limit, its calls }: -1 is no limit.
 */
export const admissionScript = (): Script =>
  timelyScript(`
local profile, apiKeys, counts, counted = unpack(KEYS)
local hashes, now, day, operation, isTest, callId, address = unpack(ARGV)
isTest = isTest == '1'
local mayFail, burstMax, window = ARGV[8] == '1', tonumber(ARGV[9]), tonumber(ARGV[10])
local mostAhead = 6
local keep, keepCounted, pepper = ARGV[11], ARGV[12], ARGV[13]
local plans = { ${allowed()} }
local key, id = {}, ''
${findKey}
-- The profile is made and removed together with the account.
local plan, suspended, created = unpack(redis.call('HMGET', profile, 'plan', 'suspended', 'created'))
if not created then return { 'unknown' } end
if suspended and suspended ~= '' then return { hashes == '' and 'suspended' or 'unknown' } end
if hashes ~= '' then
  local hash
  key, hash = findKey(apiKeys, hashes)
  if not key then return { 'unknown' } end
  if type(key.expires) == 'number' and key.expires <= tonumber(now) then return { 'unknown' } end
  id = key.id
  local present = string.match(hashes, '%S+')
  if hash ~= present then
    key.pepper = pepper
    redis.call('HDEL', apiKeys, hash)
    redis.call('HSET', apiKeys, present, cjson.encode(key))
  end
end

local function has(list, fits)
  if not list then return true end
  for _, one in ipairs(list) do if fits(one) then return true end end
  return false
end
if not has(key.ranges, function(bits) return string.sub(address, 1, #bits) == bits end) then return { 'address' } end
if operation ~= 'key' and not has(key.operations, function(one) return one == operation end) then return { 'operation' } end

local ok, rejected = day .. ':' .. operation .. ':ok', day .. ':' .. operation .. ':rejected'
local burst = isTest and 'burst:test' or 'burst'
local keyUsed, keyBurst = id .. ':used', id .. ':burst'
local before = redis.call('HMGET', counts, 'used', ok, rejected, day .. ':failing', burst, keyUsed, keyBurst, 'counted')
local function count(at) return tonumber(before[at] or '0') end
-- A process whose clock is behind counts in the window that others have begun.
local function inWindow(at)
  local of, calls = string.match(before[at] or '', '^(%d+) (%d+)$')
  local ahead = tonumber(of or '0') - window
  if ahead < 0 or ahead > mostAhead then return window, 1 end
  return tonumber(of), calls + 1
end
local used, usedByKey, ofBurst, inBurst = count(1), count(6), inWindow(5)
local ofKeyBurst, inKeyBurst = inWindow(7)
local isCall = operation ~= 'usage' and operation ~= 'key'
local isCounted = isCall and not isTest
local limit, mostFailures = unpack(plans[plan or ''] or plans['${firstPlan().id}'])
local keyLimit = key.monthlyLimit or -1
local refused = (inBurst > burstMax or key.burstLimit and inKeyBurst > key.burstLimit) and 'too fast'
  or mayFail and count(4) >= mostFailures and 'failing'
  or isCounted and keyLimit >= 0 and usedByKey >= keyLimit and 'key exhausted'
  or isCounted and limit >= 0 and used >= limit and 'exhausted'

local changes = { burst, ofBurst .. ' ' .. inBurst }
local function set(field, value)
  changes[#changes + 1] = field
  changes[#changes + 1] = value
end
if key.burstLimit then set(keyBurst, ofKeyBurst .. ' ' .. inKeyBurst) end
if refused then
  if isCounted then set(rejected, count(3) + 1) end
else
  if isCounted then
    used = used + 1
    set('used', used)
    set(ok, count(2) + 1)
  end
  if id ~= '' and operation ~= 'key' then
    set('seen', now)
    set(id .. ':seen', now)
  end
  if isCall then
    if id ~= '' then
      usedByKey = usedByKey + 1
      set(keyUsed, usedByKey)
    end
    local note, newest = ' ' .. callId .. ' ', count(8)
    if window > newest then
      redis.call('SET', counted, note, 'EX', keepCounted)
      set('counted', window)
    else
      redis.call('APPEND', counted, note)
      if window < newest then redis.call('EXPIRE', counted, keepCounted) end
    end
  end
end
redis.call('HSET', counts, unpack(changes))
if not before[5] then redis.call('EXPIRE', counts, keep) end
return { refused or 'admitted', limit, used, id, keyLimit, usedByKey }
`)

/**
 * Takes one call out of the month's counts if it was counted, once however often it is asked to; out of the burst never, or
 * failing calls could be made without limit. One that an upstream was asked for counts as a failure. Answers
 * { refunded, used, calls of its key }.
 */
export const refundScript = script(`
local user, apiKeys, counts, counted = unpack(KEYS)
local hashes, day, operation, isTest, callId, askedUpstream = unpack(ARGV)
${findKey}
if redis.call('EXISTS', user) == 0 then return { 0, 0, 0 } end
local key = findKey(apiKeys, hashes) or {}
local ok, failed = day .. ':' .. operation .. ':ok', day .. ':' .. operation .. ':failed'
local failing, keyUsed = day .. ':failing', (key.id or '') .. ':used'
local before = redis.call('HMGET', counts, 'used', ok, failed, failing, keyUsed)
local function count(at) return tonumber(before[at] or '0') end
local used, usedByKey = count(1), count(5)
local at = string.find(redis.call('GET', counted) or '', ' ' .. callId .. ' ', 1, true)
if not at then return { 0, used, usedByKey } end
redis.call('SETRANGE', counted, at, string.rep(' ', #callId))
local changes = {}
local function set(field, value)
  changes[#changes + 1] = field
  changes[#changes + 1] = value
end
if isTest ~= '1' then
  used = used - 1
  set('used', used)
  set(ok, count(2) - 1)
  set(failed, count(3) + 1)
  if askedUpstream == '1' then set(failing, count(4) + 1) end
end
if key.id then
  usedByKey = usedByKey - 1
  set(keyUsed, usedByKey)
end
if #changes > 0 then redis.call('HSET', counts, unpack(changes)) end
return { 1, used, usedByKey }
`)
