if redis.call('EXISTS', members) == 0 then return reply({ refunded = 0, used = 0, budgets = {} }) end
local key = findKey(apiKeys, hashes) or findKey(revokedKeys, hashes) or {}
local failing, keyUsed = day .. ':failing', key.id and key.id .. ':used'
local fields = { 'used', failing }
if keyUsed then fields[#fields + 1] = keyUsed end
source = source or sourceOf(key.id or personId and 'person_' .. personId or '-', key.client)
local sourceRevoked = afterRevocation(source)
fields[#fields + 1] = source
fields[#fields + 1] = sourceRevoked
-- The fields of each operation's counted and failed calls, and of each error code.
local fieldsOf, codeFields = {}, {}
for _, call in ipairs(calls) do
  local operation = call.operation
  if not fieldsOf[operation] then
    local name = day .. ':' .. operation
    fieldsOf[operation] = { ok = name .. ':ok', failed = name .. ':failed' }
    fields[#fields + 1] = fieldsOf[operation].ok
    fields[#fields + 1] = fieldsOf[operation].failed
  end
  if not codeFields[call.code] then
    codeFields[call.code] = day .. ':' .. call.code
    fields[#fields + 1] = codeFields[call.code]
  end
end
local budgets = isTest and {} or budgetsOf(key)
addBudgetFields(fields, budgets, day)
local stored = readCounts(counts, fields)
setBudgetUse(budgets, stored)
local function count(field) return tonumber(stored[field] or '0') end
local noted = redis.call('GET', callIds) or ''
local refunded, askedUpstream, changed = 0, 0, {}
local function add(field, by) changed[field] = (changed[field] or count(field)) + by end
-- The recorded ids from the first of these calls to the last, with theirs replaced by spaces.
local from, to, blanked = nil, 0, {}
for _, call in ipairs(calls) do
  local callId = call.callId
  local at = string.find(noted, ' ' .. callId .. ' ', to + 1, true)
  if at then
    if from then blanked[#blanked + 1] = string.sub(noted, to + 1, at) else from = at end
    blanked[#blanked + 1] = string.rep(' ', #callId)
    to = at + #callId
    refunded = refunded + 1
    if call.askedUpstream then askedUpstream = askedUpstream + 1 end
    add(fieldsOf[call.operation].ok, -1)
    add(fieldsOf[call.operation].failed, 1)
    add(codeFields[call.code], 1)
  end
end
local used = count('used')
if refunded == 0 then return reply({ refunded = 0, used = used, budgets = budgets }) end
redis.call('SETRANGE', callIds, from, table.concat(blanked))
local changes = {}
local function set(field, value)
  changes[#changes + 1] = field
  changes[#changes + 1] = value
end
if not isTest then
  used = used - refunded
  set('used', used)
  for field, value in pairs(changed) do set(field, value) end
  local counted = stored[source] and source or sourceRevoked
  if stored[counted] then set(counted, addToDay(stored[counted], day, -refunded)) end
  if askedUpstream > 0 then set(failing, count(failing) + askedUpstream) end
end
-- The counts of a deleted key are gone, unless they still count for other keys.
if keyUsed and stored[keyUsed] then set(keyUsed, count(keyUsed) - refunded) end
for _, budget in ipairs(budgets) do
  budget.used = budget.used - refunded
  if budget.id ~= key.id and budget.isStored then set(budget.id .. ':others', budget.others - refunded) end
  if budget.isDayStored then
    budget.usedInDay = budget.usedInDay - refunded
    set(budget.dayField, budget.usedInDay)
  end
end
if #changes > 0 then redis.call('HSET', counts, unpack(changes)) end
return reply({ refunded = refunded, used = used, budgets = budgets })
