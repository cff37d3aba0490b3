if tonumber(redis.call('GET', schema) or '0') < version then redis.call('SET', schema, version) end
return true
