import { type Script, script, timelyScript } from '@/server/platform/store/untyped'
import { keepCountsSeconds } from './calendar'
import { budgetRules } from './key-budgets'
import { keyOperations } from './key-limits'
import { accountRules, limits } from './limits'
import { countedSeconds } from './refund'

/** The key id that the admission script returns for a signed-in user. */
export const noKey = '-'

/** Finds a key by its first stored hash. Returns the key and that hash. */
const findKey = `
local function findKey(apiKeys, hashes)
  for hash in string.gmatch(hashes, '%S+') do
    local found = redis.call('HGET', apiKeys, hash)
    if found then return cjson.decode(found), hash end
  end
end
`

/**
 * Admission: finds the key, checks the caller's address, the operation, the burst, the day's failures, the month of the
 * key and its ancestors, and the plan's month, in this order, then counts the calls and records the use. A single script
 * ensures that no two calls see the same count and that only one round trip is needed. If the store runs the script too late, nothing is
 * counted. Stores such as Upstash charge for each command in a script, so one command reads all of a month's counts and
 * another writes them. Any number of calls takes six commands, plus one for the first call of a month. A key stored
 * under another pepper is moved to the current one.
 *
 * Starting with the eighth argument, each call has three arguments: its operation, whether it may call an upstream (1
 * or 0), and its id. Calls are counted as if they were made one after another. Calls with a test key do not count
 * against the plan and have their own burst. `usage`, `key`, and `keys` are not lookups and count only against the
 * burst. With no calls, the script only looks up the key and checks whether its burst is used up. Returns the reason if
 * no call is counted; otherwise: limit (-1: none), used, the key's budgets (see `describe`), key id or `noKey`, what the
 * key may call (`any`, or `only` with `,` before each operation), `waits` if its owner awaits the first call, and the
 * outcome of each call. The reply is a single string, because the client would parse a list's items one by one.
 */
export const admissionScript = (): Script =>
  timelyScript(`
local profile, apiKeys, counts, counted = unpack(KEYS)
local hashes, now, day, pepper, isTest, address = unpack(ARGV)
isTest = isTest == '1'
local window, burstMax = tonumber(ARGV[7]), ${limits.burst.max}
local maxAhead = 6
local first, last = 8, #ARGV - 1
local key, id = {}, ''
${findKey}${accountRules()}
local plan, whyNot = planOfAccount(profile)
if not plan then return whyNot == 'suspended' and hashes == '' and 'suspended' or 'unknown' end
if hashes ~= '' then
  local hash
  key, hash = findKey(apiKeys, hashes)
  if not key then return 'unknown' end
  if hasExpired(key, tonumber(now)) then return 'unknown' end
  id = key.id
  local present = string.match(hashes, '%S+')
  -- The text of this key was received, so a repeated request must not replace it.
  local isFirst = key.mark and not key.received
  if isFirst then key.received = true end
  if hash ~= present then
    key.pepper = pepper
    redis.call('HDEL', apiKeys, hash)
  end
  if isFirst or hash ~= present then redis.call('HSET', apiKeys, present, cjson.encode(key)) end
end

local function has(list, fits)
  if type(list) ~= 'table' then return false end
  for _, one in ipairs(list) do if fits(one) then return true end end
  return false
end
local function isWithin(bits)
  return type(bits) == 'string' and bits ~= '' and string.sub(address, 1, #bits) == bits
end
if (isSet(key.addresses) or isSet(key.ranges)) and not has(key.ranges, isWithin) then return 'address' end
local function mayCall(operation)
  if not isSet(key.operations) then return operation ~= 'keys' end
  return has(key.operations, function(one) return one == operation end)
end

local burst = isTest and 'burst:test' or 'burst'
local keyUsed, keyBurst = id .. ':used', id .. ':burst'
local function answered(operation) return day .. ':' .. operation .. ':ok', day .. ':' .. operation .. ':rejected' end
local fields = { 'used', day .. ':failing', burst, keyUsed, keyBurst, 'counted', answered(ARGV[first]) }
-- The position in the fields at which each operation's counts start: counted calls, then refused ones.
local places = { [ARGV[first]] = 7 }
for at = first + 3, last, 3 do
  local operation = ARGV[at]
  if not places[operation] then
    local place = #fields + 1
    places[operation] = place
    fields[place], fields[place + 1] = answered(operation)
  end
end
local lastCount = #fields
local budgets = isTest and {} or budgetsOf(key)
addBudgetFields(fields, budgets)
local before = redis.call('HMGET', counts, unpack(fields))
setBudgetUse(budgets, before)
local function count(at) return tonumber(before[at] or '0') end
-- A process whose clock is behind counts in the window that others have started.
local function inWindow(at)
  local of, made = string.match(before[at] or '', '^(%d+) (%d+)$')
  local ahead = tonumber(of or '0') - window
  if ahead < 0 or ahead > maxAhead then return window, 0 end
  return tonumber(of), tonumber(made)
end
local month, newest = monthOf(plan, budgets, count(1), count(2)), count(6)
local ofBurst, inBurst = inWindow(3)
local ofKeyBurst, inKeyBurst = inWindow(5)
local burstLimit = limitOf(key.burstLimit)
if first > last and (inBurst >= burstMax or burstLimit >= 0 and inKeyBurst >= burstLimit) then return 'fast' end

local states, notes, admitted = '', '', 0
local isAnswered, isSeen = false, false
for at = first, last, 3 do
  local operation, mayFail, callId = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local isCall = operation ~= 'usage' and operation ~= 'key' and operation ~= 'keys'
  local isCounted = isCall and not isTest
  local refused
  if operation ~= 'key' and not mayCall(operation) then
    refused = 'operation'
  else
    isAnswered = true
    inBurst, inKeyBurst = inBurst + 1, inKeyBurst + 1
    refused = inBurst > burstMax and 'fast'
      or burstLimit >= 0 and inKeyBurst > burstLimit and 'fast:' .. string.format('%.0f', burstLimit)
      or isCounted and overLimit(month, mayFail == '1')
    if isCounted then
      -- Entries that are numbers at the end have changed.
      local place = refused and places[operation] + 1 or places[operation]
      before[place] = count(place) + 1
    end
    if not refused then
      if isCounted then month.used = month.used + 1 end
      if operation ~= 'key' then isSeen = true end
      if isCall then
        admitted = admitted + 1
        for _, budget in ipairs(budgets) do budget.used = budget.used + 1 end
        notes = notes .. ' ' .. callId .. ' '
      end
    end
  end
  states = states .. ' ' .. (refused or 'admitted')
end
local operations = isSet(key.operations) and 'only' or 'any'
if operations == 'only' then
  for _, one in ipairs({ ${keyOperations.map((one) => `'${one}'`).join(', ')} }) do
    if mayCall(one) then operations = operations .. ',' .. one end
  end
end
local from = id == '' and '${noKey}' or id
local waits = type(key.waits) == 'number' and key.waits > tonumber(now) and 'waits' or 'no'
local reply = table.concat({ month.limit, month.used, describe(budgets), from, operations, waits }, ' ') .. states
if not isAnswered then return reply end

local changes = { burst, ofBurst .. ' ' .. inBurst }
local function set(field, value)
  changes[#changes + 1] = field
  changes[#changes + 1] = value
end
if burstLimit >= 0 then set(keyBurst, ofKeyBurst .. ' ' .. inKeyBurst) end
for at = 7, lastCount do if type(before[at]) == 'number' then set(fields[at], before[at]) end end
if month.used > count(1) then set('used', month.used) end
if isSeen and id ~= '' then
  set('seen', now)
  set(id .. ':seen', now)
end
if id ~= '' and admitted > 0 then
  set(keyUsed, count(4) + admitted)
  for _, budget in ipairs(budgets) do
    if budget.id ~= id then set(budget.id .. ':others', budget.others + admitted) end
  end
end
if notes ~= '' then
  if window > newest then
    redis.call('SET', counted, notes, 'EX', ${countedSeconds})
    set('counted', window)
  else
    redis.call('APPEND', counted, notes)
    if window < newest then redis.call('EXPIRE', counted, ${countedSeconds}) end
  end
end
redis.call('HSET', counts, unpack(changes))
if not before[3] then redis.call('EXPIRE', counts, ${keepCountsSeconds}) end
return reply
`)

/**
 * Removes calls from the month's counts. Each call is removed only if it was counted, and only once, no matter how many
 * times the refund is tried. Removed calls still count against the burst; otherwise failing calls would be unlimited.
 * Calls that reached an upstream are added to the day's failures. A key that has been revoked since is among the revoked
 * keys, so its ancestors get the same refund. Starting with the fourth argument, each call has three arguments, in
 * admission order: its operation, whether an upstream was called (1 or 0), and its id. Returns { how many were removed,
 * used, the key's budgets (see `describe`) }.
 */
export const refundScript = script(`
local user, apiKeys, revokedKeys, counts, counted = unpack(KEYS)
local hashes, day, isTest = unpack(ARGV)
local first, last = 4, #ARGV
${findKey}${budgetRules}
if redis.call('EXISTS', user) == 0 then return { 0, 0, '-' } end
local key = findKey(apiKeys, hashes) or findKey(revokedKeys, hashes) or {}
local failing, keyUsed = day .. ':failing', (key.id or '') .. ':used'
local fields = { 'used', failing, keyUsed }
-- The position in the fields at which each operation's counts start: counted calls, then failed ones.
local places = {}
for at = first, last, 3 do
  local operation = ARGV[at]
  if not places[operation] then
    places[operation] = #fields + 1
    fields[#fields + 1] = day .. ':' .. operation .. ':ok'
    fields[#fields + 1] = day .. ':' .. operation .. ':failed'
  end
end
local budgets = isTest == '1' and {} or budgetsOf(key)
addBudgetFields(fields, budgets)
local before = redis.call('HMGET', counts, unpack(fields))
setBudgetUse(budgets, before)
local function count(at) return tonumber(before[at] or '0') end
local noted = redis.call('GET', counted) or ''
local refunded, askedUpstream, added = 0, 0, {}
local function add(at, by) added[at] = (added[at] or count(at)) + by end
-- The recorded ids from the first of these calls to the last, with theirs replaced by spaces.
local from, to, blanked = nil, 0, {}
for one = first, last, 3 do
  local operation, asked, callId = ARGV[one], ARGV[one + 1], ARGV[one + 2]
  local at = string.find(noted, ' ' .. callId .. ' ', to + 1, true)
  if at then
    if from then blanked[#blanked + 1] = string.sub(noted, to + 1, at) else from = at end
    blanked[#blanked + 1] = string.rep(' ', #callId)
    to = at + #callId
    refunded = refunded + 1
    askedUpstream = askedUpstream + tonumber(asked)
    add(places[operation], -1)
    add(places[operation] + 1, 1)
  end
end
local used = count(1)
if refunded == 0 then return { 0, used, describe(budgets) } end
redis.call('SETRANGE', counted, from, table.concat(blanked))
local changes = {}
local function set(field, value)
  changes[#changes + 1] = field
  changes[#changes + 1] = value
end
if isTest ~= '1' then
  used = used - refunded
  set('used', used)
  for at, value in pairs(added) do set(fields[at], value) end
  if askedUpstream > 0 then set(failing, count(2) + askedUpstream) end
end
-- The counts of a deleted key are gone, unless they still count for other keys.
if before[3] then set(keyUsed, count(3) - refunded) end
for _, budget in ipairs(budgets) do
  budget.used = budget.used - refunded
  if budget.id ~= key.id and budget.isStored then set(budget.id .. ':others', budget.others - refunded) end
end
if #changes > 0 then redis.call('HSET', counts, unpack(changes)) end
return { refunded, used, describe(budgets) }
`)
