if redis.call('EXISTS', members) == 0 then return 0 end
local owners = {}
-- Returns the key that made a call and since when its calls count, or false if the key is not this account's.
local function ownerOf(hashes)
  for hash in string.gmatch(hashes, '%S+') do
    local found = redis.call('HGET', apiKeys, hash)
    if found then return { id = cjson.decode(found).id, since = 0 } end
    found = redis.call('HGET', revokedKeys, hash)
    if found then
      local key = cjson.decode(found)
      return { id = key.id, since = key.revoked * 1000 }
    end
  end
  return false
end
local added = 0
for _, call in ipairs(calls) do
  local hashes = call.hashes
  local owner = { id = '-', since = 0 }
  if hashes then
    if owners[hashes] == nil then owners[hashes] = ownerOf(hashes) end
    owner = owners[hashes]
  end
  if owner and call.at >= owner.since then
    redis.call('ZADD', errors, call.at, owner.id .. ' ' .. call.json)
    added = added + 1
  end
end
if added == 0 then return 0 end
redis.call('ZREMRANGEBYRANK', errors, 0, -1 - maxFailedCalls)
redis.call('ZREMRANGEBYSCORE', errors, '-inf', '(' .. string.format('%.0f', now - keepMs))
local lastsMs = redis.call('PTTL', members)
redis.call('PEXPIRE', errors, lastsMs > 0 and math.min(lastsMs, keepMs) or keepMs)
return added
