if redis.call('EXISTS', user) == 0 then return false end
if isOn then redis.call('HDEL', preferences, field) else redis.call('HSET', preferences, field, '1') end
return true
