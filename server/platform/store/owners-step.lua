if redis.call('EXISTS', user) == 0 or redis.call('EXISTS', memberships) == 1 then return false end
-- A person whose email is not confirmed yet gets the account at the first sign-in.
if redis.call('TTL', user) > 0 then return redis.call('HSETNX', user, 'firstAccount', '"' .. id .. '"') == 1 end
redis.call('HSET', members, id, 'owner ' .. since)
local name = redis.call('HGET', user, 'name')
local email = redis.call('HGET', user, 'email') or ''
if not name or name == '""' then name = string.gsub(email, '@[^@]*$', '"') end
redis.call('HSETNX', profile, 'name', name)
local stored = redis.call('HGETALL', profile)
for at = 1, #stored, 2 do
  if string.match(stored[at], '^off:') then
    redis.call('HSET', preferences, stored[at], stored[at + 1])
    redis.call('HDEL', profile, stored[at])
  end
end
local moments = redis.call('HGETALL', seen)
for at = 1, #moments, 2 do redis.call('HSET', lastSeen, moments[at], moments[at + 1]) end
-- Last, because it marks the account as changed.
redis.call('HSET', memberships, id, since)
return true
