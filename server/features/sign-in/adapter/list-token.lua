if redis.call('EXISTS', user) == 0 then return false end
redis.call('ZREMRANGEBYSCORE', tokens, '-inf', now)
redis.call('ZADD', tokens, expires, token)
redis.call('HSET', seen, seenField, now)
local over = redis.call('ZCARD', tokens) - maxTokens
if over <= 0 then return {} end
local dropped = redis.call('ZRANGE', tokens, 0, over - 1)
redis.call('ZREM', tokens, unpack(dropped))
return dropped
