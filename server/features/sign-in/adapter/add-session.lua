local email = redis.call('HGET', user, 'email')
if not email then return false end
local stored = redis.call('HGETALL', sessions)
for at = 1, #stored, 2 do
  if cjson.decode(stored[at + 1]).expiresAt <= nowTime then redis.call('HDEL', sessions, stored[at]) end
end
redis.call('HSET', sessions, token, row)
if redis.call('TTL', sessions) < lasts then redis.call('EXPIRE', sessions, lasts) end
redis.call('HSET', seen, 'sign-in', now)
return email
