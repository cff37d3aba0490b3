-- Deletes the counts of budgets against which no key counts.
local function dropUnused(revoked)
  local budgets = { revoked.id, revoked.countedAs }
  for _, one in ipairs(revoked.ancestors or {}) do budgets[#budgets + 1] = one.id end
  local used = {}
  for _, entry in ipairs(readKeys(apiKeys)) do
    local key = entry.key
    used[key.id], used[key.countedAs or key.id] = true, true
    for _, one in ipairs(key.ancestors or {}) do used[one.id] = true end
  end
  for _, budget in ipairs(budgets) do
    if not used[budget] then
      local fields = { budget .. ':used', budget .. ':others' }
      for day = 1, 31 do fields[#fields + 1] = string.format('%s:day:%02d', budget, day) end
      redis.call('HDEL', counts, unpack(fields))
    end
  end
end
-- Adds the key's calls by day to those of all keys revoked this month, so that the days still add up.
local function mergeSources()
  local prefix = sourceOf(id, '')
  for _, source in ipairs(redis.call('HKEYS', counts)) do
    if string.sub(source, 1, #prefix) == prefix then
      local days = redis.call('HGET', counts, source)
      redis.call('HDEL', counts, source)
      redis.call('HINCRBY', counts, 'sources', -1)
      for day, calls in string.gmatch(days, '(%d%d)=(%d+)') do
        countSource(counts, afterRevocation(source), day, calls)
      end
    end
  end
end
-- Deletes stored data about the key's calls.
local function forgetCalls()
  for _, call in ipairs(redis.call('ZRANGE', errors, 0, -1)) do
    if string.sub(call, 1, #id + 1) == id .. ' ' then redis.call('ZREM', errors, call) end
  end
  redis.call('HDEL', firstCalls, id)
end
-- Records that the key is revoked, so that its owner can see calls that still use it.
local function remember(hash, key)
  local entries = redis.call('HGETALL', revokedKeys)
  local oldest, since
  for at = 1, #entries, 2 do
    local revoked = cjson.decode(entries[at + 1]).revoked
    if not since or revoked < since then oldest, since = entries[at], revoked end
  end
  if #entries >= 2 * maxRevoked then redis.call('HDEL', revokedKeys, oldest) end
  local revoked = { id = id, name = key.name, start = key.start, ['end'] = key['end'], revoked = now }
  revoked.countedAs, revoked.ancestors, revoked.client = key.countedAs, key.ancestors, key.client
  redis.call('HSET', revokedKeys, hash, cjson.encode(revoked))
  redis.call('EXPIRE', revokedKeys, revokedSeconds)
end

local entry, whyNot = entryToChange(readKeys(apiKeys), id, granterId)
if not entry then return reply(whyNot) end
redis.call('HDEL', apiKeys, entry.hash)
redis.call('HDEL', counts, id .. ':seen', id .. ':burst:window', id .. ':burst:calls')
dropUnused(entry.key)
mergeSources()
forgetCalls()
remember(entry.hash, entry.key)
return reply('done', { id = id, name = entry.key.name })
