if redis.call('EXISTS', members) == 0 then return false end
redis.call('HSET', profile, unpack(values))
return true
