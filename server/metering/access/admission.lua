-- How many windows ahead of this process another process's clock may be.
local maxAhead = 6
local plan, whyNot = planOfAccount(profile)
if whyNot == 'gone' then return reply('refused', { reason = 'unknown' }) end
if personId then
  local refusal = refusalOf(members, personId, roles)
  if refusal then return reply('refused', { reason = refusal }) end
end
local key, keyId = {}, nil
local hash
if #hashes > 0 then
  key, hash = findKey(apiKeys, hashes)
  if not key or hasExpired(key, now) then return reply('refused', { reason = 'unknown' }) end
  keyId = key.id
end
-- Only the holder of a valid key learns that the account is suspended.
if whyNot then return reply('refused', { reason = 'suspended' }) end
if keyId then
  local current = hashes[1]
  -- The text of this key was received, so a repeated request must not replace it.
  local isFirst = key.mark and not key.received
  if isFirst then key.received = true end
  if hash ~= current then
    key.pepper = pepper
    redis.call('HDEL', apiKeys, hash)
  end
  if isFirst or hash ~= current then redis.call('HSET', apiKeys, current, cjson.encode(key)) end
end

local function isWithin(bits)
  return type(bits) == 'string' and bits ~= '' and string.sub(addressBits, 1, #bits) == bits
end
if (isSet(key.addresses) or isSet(key.ranges)) and not has(key.ranges, isWithin) then
  return reply('refused', { reason = 'address' })
end
local function mayCall(operation)
  if not isSet(key.operations) then return operation ~= 'keys' end
  return has(key.operations, function(one) return one == operation end)
end

local failing = day .. ':failing'
local burstWindow, burstCalls = 'burst:window', 'burst:calls'
if isTest then burstWindow, burstCalls = 'burst:test:window', 'burst:test:calls' end
local fields = { 'used', 'counted', failing, burstWindow, burstCalls }
local function add(field) fields[#fields + 1] = field end
local keyUsed = keyId and keyId .. ':used'
local source = sourceOf(keyId or personId and 'person_' .. personId or '-', key.client)
add(source)
add('sources')
if keyUsed then add(keyUsed) end
local keyBurstLimit, keyBurstWindow, keyBurstCalls = limitOf(key.burstLimit), nil, nil
if keyBurstLimit >= 0 then
  keyBurstWindow, keyBurstCalls = keyId .. ':burst:window', keyId .. ':burst:calls'
  add(keyBurstWindow)
  add(keyBurstCalls)
end
-- The error code of a refused call, as in `refusalOf` in admit-account.ts.
local function codeOf(refused)
  if refused == 'quota' then return 'monthly_quota_exhausted' end
  if refused == 'key_quota' or refused == 'key_daily_quota' then return 'key_quota_exhausted' end
  return 'too_many_requests'
end
for _, refused in ipairs({ 'burst', 'key_quota', 'quota' }) do add(day .. ':' .. codeOf(refused)) end
-- The fields of each operation's counted and refused calls.
local fieldsOf = {}
for _, call in ipairs(calls) do
  local operation = call.operation
  if not fieldsOf[operation] then
    local name = day .. ':' .. operation
    fieldsOf[operation] = { ok = name .. ':ok', rejected = name .. ':rejected' }
    add(fieldsOf[operation].ok)
    add(fieldsOf[operation].rejected)
  end
end
local budgets = isTest and {} or budgetsOf(key)
addBudgetFields(fields, budgets, day)
local stored = readCounts(counts, fields)
setBudgetUse(budgets, stored)
local function count(field) return tonumber(stored[field] or '0') end
-- A process whose clock is behind counts in the window that others have started.
local function inWindow(windowField, callsField)
  local started = count(windowField)
  if started < window or started > window + maxAhead then return window, 0 end
  return started, count(callsField)
end
local month = monthOf(plan, budgets, count('used'), count(failing))
local ofBurst, inBurst = inWindow(burstWindow, burstCalls)
local ofKeyBurst, inKeyBurst = nil, 0
if keyBurstLimit >= 0 then ofKeyBurst, inKeyBurst = inWindow(keyBurstWindow, keyBurstCalls) end
if #calls == 0 and (inBurst >= burstMax or keyBurstLimit >= 0 and inKeyBurst >= keyBurstLimit) then
  return reply('refused', { reason = 'burst' })
end

local changes = {}
local function set(field, value)
  changes[#changes + 1] = field
  changes[#changes + 1] = value
end
local states, answered, notes, admitted = {}, {}, '', 0
local isAnswered, isSeen = false, false
local function countIn(field) answered[field] = (answered[field] or count(field)) + 1 end
for at, call in ipairs(calls) do
  local operation = call.operation
  local isLookup = operation ~= 'usage' and operation ~= 'key' and operation ~= 'keys'
  local isCounted = isLookup and not isTest
  local refused
  if operation ~= 'key' and not mayCall(operation) then
    refused = 'operation'
  else
    isAnswered = true
    inBurst, inKeyBurst = inBurst + 1, inKeyBurst + 1
    refused = inBurst > burstMax and 'burst'
      or keyBurstLimit >= 0 and inKeyBurst > keyBurstLimit and 'key_burst'
      or isCounted and overLimit(month, call.asksUpstream)
    if isCounted then
      countIn(refused and fieldsOf[operation].rejected or fieldsOf[operation].ok)
      if refused then countIn(day .. ':' .. codeOf(refused)) end
    end
    if not refused then
      if isCounted then month.used = month.used + 1 end
      if operation ~= 'key' then isSeen = true end
      if isLookup then
        admitted = admitted + 1
        for _, budget in ipairs(budgets) do
          budget.used, budget.usedInDay = budget.used + 1, budget.usedInDay + 1
        end
        notes = notes .. ' ' .. call.callId .. ' '
      end
    end
  end
  states[at] = refused or 'admitted'
end
local operations
if isSet(key.operations) then
  operations = {}
  for _, one in ipairs(keyOperations) do
    if mayCall(one) then operations[#operations + 1] = one end
  end
end
local more = month.used - count('used')
if more == 0 or not hasRoom(stored[source], stored.sources) then source = nil end
local counted = reply('counted', {
  limit = month.limit,
  used = month.used,
  budgets = budgets,
  keyId = keyId,
  operations = operations,
  isAwaited = type(key.waits) == 'number' and key.waits > now,
  keyBurstLimit = keyBurstLimit,
  states = states,
  source = source,
})
if not isAnswered then return counted end

set(burstWindow, ofBurst)
set(burstCalls, inBurst)
if keyBurstLimit >= 0 then
  set(keyBurstWindow, ofKeyBurst)
  set(keyBurstCalls, inKeyBurst)
end
for field, value in pairs(answered) do set(field, value) end
if more > 0 then set('used', month.used) end
if source then
  set(source, addToDay(stored[source], day, more))
  if not stored[source] then set('sources', count('sources') + 1) end
end
if isSeen and keyId then
  set('seen', now)
  set(keyId .. ':seen', now)
end
if keyId and admitted > 0 then
  set(keyUsed, count(keyUsed) + admitted)
  for _, budget in ipairs(budgets) do
    if budget.id ~= keyId then set(budget.id .. ':others', budget.others + admitted) end
    set(budget.dayField, budget.usedInDay)
  end
  dropEarlierDays(counts, budgets, day)
end
if notes ~= '' then
  local newest = count('counted')
  if window > newest then
    redis.call('SET', callIds, notes, 'EX', countedSeconds)
    set('counted', window)
  else
    redis.call('APPEND', callIds, notes)
    if window < newest then redis.call('EXPIRE', callIds, countedSeconds) end
  end
end
redis.call('HSET', counts, unpack(changes))
if not stored[burstWindow] then redis.call('EXPIRE', counts, keepCountsSeconds) end
return counted
