return redis.call('HDEL', endpoints, id) == 1
