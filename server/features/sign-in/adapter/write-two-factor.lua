if redis.call('EXISTS', record) == 0 then return false end
if guardField and redis.call('HGET', record, guardField) ~= guardValue then return false end
redis.call('HSET', record, unpack(values))
return true
