if redis.call('HEXISTS', members, personId) == 0 then return false end
redis.call('HSET', seen, personId, now)
return true
