if redis.call('EXISTS', alerts) == 0 then return false end
for _, mark in ipairs(marks) do redis.call('HSET', alerts, mark, untilSeconds) end
return true
