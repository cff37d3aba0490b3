if redis.call('TTL', key) < seconds then redis.call('EXPIRE', key, seconds) end
return true
