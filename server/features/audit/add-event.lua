if redis.call('EXISTS', holder) == 0 then return false end
redis.call('XADD', log, 'MAXLEN', maxOfAccount, '*', 'event', event)
local lasts = redis.call('TTL', holder)
if lasts > 0 then redis.call('EXPIRE', log, lasts) end
return redis.call('HGET', holder, 'email') or ''
