-- Gives a budget's new limit to all keys that count against it as descendants. A key that changes itself can only lower it,
-- and a key that has been replaced cannot change it.
local function passOn(entries, changed, field, ancestorField)
  local limit = changed[field]
  for _, entry in ipairs(entries) do
    if entry.key.replaces == changed.id then return end
  end
  for _, entry in ipairs(entries) do
    local isChanged = false
    for _, one in ipairs(entry.key.ancestors or {}) do
      local former = one[ancestorField]
      local isRaised = former and (not limit or limit > former)
      if one.id == (changed.countedAs or changed.id) and not (granterId == changed.id and isRaised) then
        one[ancestorField], isChanged = limit, true
      end
    end
    if isChanged then redis.call('HSET', apiKeys, entry.hash, cjson.encode(entry.key)) end
  end
end

local entries = readKeys(apiKeys)
local entry, granter = entryToChange(entries, id, granterId)
if not entry then return reply(granter) end
-- A copy, because a key that changes itself is its own granter.
local key, changes = cjson.decode(entry.json), cjson.decode(changesJson)
local name = key.name
for _, field in ipairs(limitFields) do
  local value = changes[field]
  if type(value) == 'number' and not canHave(key, field) then return reply('uncounted', { field = field }) end
  if value == cjson.null then key[field] = nil elseif value then key[field] = value end
end
if changes.expires then key.expires = changes.expires end
if changes.name then key.name = changes.name end
if changes.waits then key.waits = changes.waits end
local field = granter and excess(key, granter)
if field then return reply('beyond', { field = field }) end
if changes.monthlyLimit then passOn(entries, key, 'monthlyLimit', 'limit') end
if changes.dailyLimit then passOn(entries, key, 'dailyLimit', 'dailyLimit') end
redis.call('HSET', apiKeys, entry.hash, cjson.encode(key))
return reply('done', { id = id, name = name })
