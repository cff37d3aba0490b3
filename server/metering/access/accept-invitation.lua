local one = redis.call('EXISTS', members) == 1 and invitationOf(id)
if not one then return reply('unknown') end
local role, since = string.match(redis.call('HGET', members, personId) or '', '^(%l+) (%d+)$')
if one.state == 'accepted' and one.personId == personId and role then
  return reply('done', { role = role, since = tonumber(since), isNew = false })
end
if one.state then return reply(one.state) end
if one.expires <= now then return reply('expired') end
if one.email ~= email then return reply('other_email') end
local isNew = not role
if isNew then
  if redis.call('HLEN', members) >= maxMembersOf(redis.call('HGET', profile, 'plan')) then return reply('too_many') end
  role, since = one.role, now
  redis.call('HSET', members, personId, role .. ' ' .. since)
end
one.personId = personId
finish(id, one, 'accepted', now)
return reply('done', { role = role, since = tonumber(since), isNew = isNew })
