-- Adds a key, unless the account is suspended, is at its key limit, or has created too many keys recently. Returns nil, or why
-- not and its values.
local function addKey(hash, json)
  if (redis.call('HGET', profile, 'suspended') or '') ~= '' then return 'suspended' end
  if redis.call('HLEN', apiKeys) >= maxKeys then return 'too_many' end
  if tonumber(redis.call('GET', keysMade) or '0') >= maxMade then
    return 'too_often', { seconds = redis.call('TTL', keysMade) }
  end
  if redis.call('INCR', keysMade) == 1 then redis.call('EXPIRE', keysMade, madeWithinSeconds) end
  redis.call('HSET', apiKeys, hash, json)
end
