if redis.call('EXISTS', user) == 0 then return false end
redis.call('HSET', memberships, accountId, since)
redis.call('HDEL', user, 'firstAccount')
return true
