if redis.call('HEXISTS', hash, field) == 0 then return false end
redis.call('HSET', hash, field, value)
return true
