if redis.call('EXISTS', user) == 0 then return 'gone' end
if redis.call('HLEN', apps) >= maxApps and redis.call('HEXISTS', apps, field) == 0 then return 'full' end
redis.call('HSET', apps, field, row)
return 'connected'
