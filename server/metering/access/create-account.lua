if redis.call('EXISTS', members) == 1 then return redis.call('HEXISTS', members, personId) == 1 end
for at = 1, #values, 2 do redis.call('HSETNX', profile, values[at], values[at + 1]) end
redis.call('PERSIST', profile)
redis.call('HSET', members, personId, record)
return true
