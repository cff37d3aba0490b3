local ids = redis.call('HKEYS', members)
if #ids == 0 then return false end
redis.call('DEL', members, unpack(others))
return ids
