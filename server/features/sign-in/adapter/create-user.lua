redis.call('HSET', user, unpack(values))
redis.call('EXPIRE', user, lasts)
return true
