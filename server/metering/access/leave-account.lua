if redis.call('HEXISTS', members, personId) == 0 then return 'left' end
if redis.call('HLEN', members) == 1 then return 'last_member' end
if isLastOwner(personId) then return 'last_owner' end
redis.call('HDEL', members, personId)
redis.call('HDEL', seen, personId)
return 'left'
