if redis.call('EXISTS', user) == 0 then return false end
redis.call('HSET', user, unpack(values))
if redis.call('HGET', user, 'emailVerified') == 'true' and redis.call('EXISTS', methods) == 1 then
  for _, key in ipairs({ user, methods, log }) do redis.call('PERSIST', key) end
end
return true
