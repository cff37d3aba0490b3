if redis.call('EXISTS', user) == 0 then return false end
redis.call('XADD', log, 'MAXLEN', maxOfAccount, '*', 'event', event)
local lasts = redis.call('TTL', user)
if lasts > 0 then redis.call('EXPIRE', log, lasts) end
return redis.call('HGET', user, 'email') or '""'
