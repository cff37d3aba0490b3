if redis.call('EXISTS', user) == 0 then return 'gone' end
if redis.call('HLEN', passkeys) >= most then return 'full' end
redis.call('HSET', passkeys, id, row)
return 'added'
