local current = redis.call('HGET', profile, 'customerId')
if current and current ~= '' and current ~= expected then return current end
redis.call('HSET', profile, 'customerId', customerId)
return customerId
