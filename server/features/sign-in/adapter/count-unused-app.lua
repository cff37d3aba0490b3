-- Each member of the sets is a network, an expiry, and an app, so a network's members sort by age.
local function drop(member)
  redis.call('ZREM', ages, member)
  redis.call('ZREM', members, member)
  local holder = string.match(member, '^%S+')
  if tonumber(redis.call('ZINCRBY', networks, -1, holder)) < 1 then redis.call('ZREM', networks, holder) end
end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', ages, '-inf', now, 'LIMIT', 0, 100)) do drop(member) end
local oldest
if redis.call('ZCARD', ages) >= maxUnusedApps then
  local largest, count = unpack(redis.call('ZREVRANGE', networks, 0, 0, 'WITHSCORES'))
  oldest = tonumber(count) > 1
    and redis.call('ZRANGEBYLEX', members, '[' .. largest .. ' ', '(' .. largest .. '!', 'LIMIT', 0, 1)[1]
    or redis.call('ZRANGE', ages, 0, 0)[1]
  drop(oldest)
end
local expires = now + unusedSeconds
local member = string.format('%s %010d %s', network, expires, app)
redis.call('ZADD', ages, expires, member)
redis.call('ZADD', members, 0, member)
redis.call('ZINCRBY', networks, 1, network)
for _, key in ipairs({ ages, members, networks }) do redis.call('EXPIRE', key, unusedSeconds) end
return oldest and string.match(oldest, '%S+$')
