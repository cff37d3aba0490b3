if redis.call('HGET', profile, 'customerId') ~= customerId then return false end
if tonumber(redis.call('HGET', profile, 'billingWritten') or '0') >= number then return false end
local before = redis.call('HGET', profile, 'plan')
redis.call('HSET', profile, 'billingWritten', number, unpack(values))
return before or ''
