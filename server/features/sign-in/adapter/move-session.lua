if redis.call('HDEL', sessions, token) == 0 then return false end
redis.call('HSET', sessions, newToken, row)
return true
