if redis.call('HGET', user, 'wantedEmail') ~= wantedEmail then return false end
redis.call('HSET', user, unpack(values))
return endLinks()
