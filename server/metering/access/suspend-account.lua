if redis.call('EXISTS', members) == 0 then return 'gone' end
local before = redis.call('HGET', profile, 'suspended') or ''
if (before ~= '') == (since ~= '') then return 'same' end
redis.call('HSET', profile, 'suspended', since, 'suspendedReason', reason, 'suspendedBy', by)
return 'changed'
