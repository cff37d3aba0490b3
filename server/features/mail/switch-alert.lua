if redis.call('EXISTS', user) == 0 then return false end
if isOn then redis.call('HDEL', profile, field) else redis.call('HSET', profile, field, '1') end
return true
