if redis.call('EXISTS', user) == 0 or redis.call('HEXISTS', methods, field) == 0 then return false end
redis.call('HSET', methods, field, row)
return endLinks()
