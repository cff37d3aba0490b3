redis.call('UNLINK', unpack(others))
redis.call('ZREM', index, id)
redis.call('HDEL', stored, id)
return true
