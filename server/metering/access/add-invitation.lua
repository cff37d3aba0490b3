local one = cjson.decode(json)
if not isOwner(one.by) then return 'not_owner' end
local plan, suspended = unpack(redis.call('HMGET', profile, 'plan', 'suspended'))
if (suspended or '') ~= '' then return 'suspended' end
if formerId then
  local former = invitationOf(formerId)
  if not former or former.state then return 'unknown' end
end
local stored, count, made, replaced = redis.call('HGETALL', invitations), redis.call('HLEN', members), 0, {}
for at = 1, #stored, 2 do
  local other = cjson.decode(stored[at + 1])
  if other.created > now - madeWithinSeconds then made = made + 1 end
  if (other.ended or other.expires) + endedSeconds <= now then
    redis.call('HDEL', invitations, stored[at])
  elseif not other.state and other.email == one.email then
    replaced[stored[at]] = other
  elseif not other.state and other.expires > now then
    count = count + 1
  end
end
if made >= maxMade then return 'too_often' end
if count >= maxMembersOf(plan) then return 'too_many' end
for former, other in pairs(replaced) do finish(former, other, 'replaced', now) end
redis.call('HSET', invitations, id, cjson.encode(one))
return 'done'
