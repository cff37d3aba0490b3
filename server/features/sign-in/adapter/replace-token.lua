if redis.call('GET', token) ~= before then return false end
redis.call('SET', token, after, 'EX', lasts)
return true
