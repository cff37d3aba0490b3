if redis.call('GET', claim) ~= before then return false end
redis.call('SET', claim, after)
if lasts then redis.call('EXPIRE', claim, lasts) end
return true
