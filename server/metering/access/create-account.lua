if redis.call('EXISTS', members) == 1 then return redis.call('HEXISTS', members, personId) == 1 end
redis.call('HSET', profile, unpack(values))
redis.call('PERSIST', profile)
redis.call('HSET', members, personId, record)
return true
