if redis.call('EXISTS', user) == 0 then return false end
redis.call('SADD', verifications, id)
if redis.call('TTL', verifications) < lasts then redis.call('EXPIRE', verifications, lasts) end
return true
