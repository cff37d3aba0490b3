if redis.call('TTL', app) > unusedSeconds then return false end
return redis.call('DEL', app) == 1
