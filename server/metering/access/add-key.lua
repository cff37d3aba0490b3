-- Copies omitted settings of a new key from its granter, except the right to manage keys.
local function inherit(key, granter)
  if key.operations == nil and type(granter.operations) == 'table' then
    key.operations = {}
    for _, one in ipairs(granter.operations) do
      if one ~= 'keys' then table.insert(key.operations, one) end
    end
  end
  local function copy(field)
    if key[field] == nil and canHave(key, field) then key[field] = granter[field] end
  end
  for _, field in ipairs(limitFields) do copy(field) end
  copy('expires')
  if key.expires == nil then key.expires = cjson.null end
end
-- Returns the ancestors of a key that the granter creates; nil if that would be too many.
local function ancestorsBelow(granter)
  local parent = { id = granter.countedAs or granter.id, limit = granter.monthlyLimit, dailyLimit = granter.dailyLimit }
  local ancestors = { parent }
  for _, one in ipairs(granter.ancestors or {}) do ancestors[#ancestors + 1] = one end
  return #ancestors <= maxAncestors and ancestors or nil
end

local key = cjson.decode(keyJson)
if not granterId then
  local whyNot, values = addKey(hash, keyJson)
  return reply(whyNot or 'done', values or key)
end
local entries = readKeys(apiKeys)
local granter, whyNotGranted = granterOf(entries, granterId)
if not granter then return reply(whyNotGranted) end
inherit(key, granter)
local field = excess(key, granter)
if field then return reply('beyond', { field = field }) end
for _, one in ipairs(limitFields) do
  if key[one] == cjson.null then key[one] = nil end
end
key.madeBy = granterId
key.ancestors = ancestorsBelow(granter)
if not key.ancestors then return reply('too_deep') end
local former
if mark then
  key.mark, key.asked = mark, asked
  for _, entry in ipairs(entries) do
    local one = entry.key
    if one.mark == mark and one.created > since then
      if one.asked ~= asked then return reply('other') end
      if one.received then return reply('in_use', one) end
      former, key.id = entry, one.id
    end
  end
end
if former then redis.call('HDEL', apiKeys, former.hash) end
local whyNot, values = addKey(hash, cjson.encode(key))
if whyNot and former then redis.call('HSET', apiKeys, former.hash, former.json) end
return reply(whyNot or 'done', values or key)
