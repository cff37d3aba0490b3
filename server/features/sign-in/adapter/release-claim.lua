if redis.call('GET', claim) ~= holder then return false end
return redis.call('DEL', claim) == 1
