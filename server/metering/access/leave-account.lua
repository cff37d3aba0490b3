local record = redis.call('HGET', members, personId)
if not record then return 'left' end
if redis.call('HLEN', members) == 1 then return 'last_member' end
local owners = 0
for _, one in ipairs(redis.call('HVALS', members)) do
  if string.match(one, '^owner ') then owners = owners + 1 end
end
if owners == 1 and string.match(record, '^owner ') then return 'last_owner' end
redis.call('HDEL', members, personId)
redis.call('HDEL', seen, personId)
return 'left'
