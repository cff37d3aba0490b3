redis.call('HSET', profile, unpack(ofProfile))
redis.call('HSET', user, unpack(ofUser))
redis.call('EXPIRE', profile, lasts)
redis.call('EXPIRE', user, lasts)
return true
