if redis.call('EXISTS', user) == 0 or redis.call('EXISTS', record) == 1 then return false end
redis.call('HSET', record, unpack(values))
return true
