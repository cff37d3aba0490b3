redis.call('HSET', profile, unpack(values))
return true
