redis.call('ZREMRANGEBYSCORE', tries, '-inf', now - 1000 * daySeconds)
for _, limit in ipairs(limits) do
  local oldest = tonumber(redis.call('ZREVRANGE', tries, limit.max - 1, limit.max - 1, 'WITHSCORES')[2])
  if oldest and oldest + limit.windowMs > now then
    return reply('too_many', { waitMs = math.ceil(oldest + limit.windowMs - now) })
  end
end
redis.call('ZADD', tries, now, id)
redis.call('EXPIRE', tries, daySeconds)
local usedCode = usedCodes[1]
if usedCode and not redis.call('SET', usedCode, '1', 'NX', 'EX', codeLastsSeconds) then return reply('again') end
return reply('checked')
