-- A key that manages other keys is the granter. In each field, the granter grants no more than its own access; an invalid
-- stored value grants nothing. `addresses` are compared as bits: one range contains another if it is a prefix of it.

-- Returns the key that manages others, or nil and why it may not.
local function granterOf(entries, id)
  for _, entry in ipairs(entries) do
    if entry.key.id == id then
      if has(entry.key.operations, function(one) return one == 'keys' end) then return entry.key end
      return nil, 'not_allowed'
    end
  end
  return nil, 'revoked'
end
-- Whether a key can have this limit: a test key has none whose calls count.
local function canHave(key, field)
  return not isTest(key) or not has(countedLimits, function(one) return one == field end)
end
-- Returns the first field in which a key exceeds its granter, or nil.
local function excess(key, granter)
  if isTest(granter) and not isTest(key) then return 'test' end
  local operations = key.operations
  if not isSet(operations) then operations = commonOperations end
  if type(operations) ~= 'table' or #operations == 0 then return 'operations' end
  local function exceeds(wanted)
    return not has(granter.operations, function(one) return one == wanted end)
  end
  if has(operations, exceeds) then return 'operations' end
  for _, field in ipairs({ 'expires', 'monthlyLimit', 'dailyLimit', 'burstLimit' }) do
    local own, most = key[field], granter[field]
    local isWithin = type(own) == 'number' and type(most) == 'number' and own <= most
    if isSet(most) and canHave(key, field) and not isWithin then return field end
  end
  if isSet(granter.addresses) or isSet(granter.ranges) then
    local function isOutside(bits)
      return not has(granter.ranges, function(outer)
        return type(outer) == 'string' and outer ~= '' and string.sub(bits, 1, #outer) == outer
      end)
    end
    if type(key.ranges) ~= 'table' or #key.ranges == 0 or has(key.ranges, isOutside) then return 'addresses' end
  end
end
-- Returns the entry of the key that the granter (nil: the owner) changes, and the granter; or nil and why not.
local function entryToChange(entries, id, granterId)
  local granter, whyNot
  if granterId then
    granter, whyNot = granterOf(entries, granterId)
    if not granter then return nil, whyNot end
  end
  for _, entry in ipairs(entries) do
    if entry.key.id == id then
      if granter and excess(entry.key, granter) then return nil, 'exceeds' end
      return entry, granter
    end
  end
  return nil, 'unknown'
end
