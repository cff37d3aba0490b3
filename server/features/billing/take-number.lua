if redis.call('HGET', profile, 'customerId') ~= customerId then return false end
return redis.call('HINCRBY', profile, 'billingAsked', 1)
