if redis.call('EXISTS', recipient) == 0 then return false end
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
return reply({ reserved = reserved, isElsewhere = isElsewhere })
