local key, hash = findKey(apiKeys, hashes)
if not key or not key.waits then return false end
key.waits = nil
redis.call('HSET', apiKeys, hash, cjson.encode(key))
local stored = redis.call('HGETALL', firstCalls)
for at = 1, #stored, 2 do
  if cjson.decode(stored[at + 1]).at < oldest then redis.call('HDEL', firstCalls, stored[at]) end
end
redis.call('HSET', firstCalls, key.id, call)
redis.call('EXPIRE', firstCalls, keepSeconds)
return true
