if redis.call('EXISTS', user) == 0 then return false end
redis.call('HSET', methods, field, row)
local left = redis.call('TTL', user)
if left < 0 then return true end
local keys = { user, methods }
if not isConfirmed then
  redis.call('EXPIRE', methods, math.max(1, left))
elseif unconfirmedLasts and redis.call('HGET', user, 'emailVerified') ~= 'true' then
  for _, key in ipairs(keys) do redis.call('EXPIRE', key, unconfirmedLasts) end
else
  for _, key in ipairs(keys) do redis.call('PERSIST', key) end
end
return true
