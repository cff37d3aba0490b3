local removed = redis.call('HDEL', methods, field)
if redis.call('HLEN', methods) == 0 then redis.call('EXPIRE', user, unreachableSeconds) end
return removed == 1
