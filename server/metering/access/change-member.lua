if not isOwner(ownerId) then return reply('not_owner') end
local before, since = string.match(redis.call('HGET', members, personId) or '', '^(%l+) (%d+)$')
if not before then return reply('unknown') end
if role ~= 'owner' and isLastOwner(personId) then return reply('last_owner') end
if role then
  redis.call('HSET', members, personId, role .. ' ' .. since)
else
  redis.call('HDEL', members, personId)
  redis.call('HDEL', seen, personId)
end
return reply('done', { before = before })
