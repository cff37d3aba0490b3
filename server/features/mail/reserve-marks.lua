local email, verified = unpack(redis.call('HMGET', user, 'email', 'emailVerified'))
if not email or not (verified == 'true' or unconfirmedToo) then return false end
if offField and redis.call('HEXISTS', profile, offField) == 1 then return false end
local stored = redis.call('HGETALL', alerts)
for at = 1, #stored, 2 do
  if tonumber(stored[at + 1]) <= now then redis.call('HDEL', alerts, stored[at]) end
end
local reserved, isElsewhere = {}, false
for _, mark in ipairs(marks) do
  if redis.call('HSETNX', alerts, mark, reservedUntil) == 1 then reserved[#reserved + 1] = mark
  elseif tonumber(redis.call('HGET', alerts, mark)) <= reservedUntil then isElsewhere = true end
end
if #reserved > 0 then redis.call('EXPIRE', alerts, storedSeconds) end
return reply({ email = email, reserved = reserved, isElsewhere = isElsewhere })
