if redis.call('HGET', pass, 'holder') ~= holder then return false end
if step == 'hold' then
  redis.call('HSET', pass, 'cursor', cursor or '', 'until', heldUntil)
else
  if step == 'finish' then
    redis.call('HSET', pass, 'finished', redis.call('HGET', pass, 'pass'))
    redis.call('HDEL', pass, 'pass', 'cursor')
  end
  redis.call('HDEL', pass, 'holder', 'until')
end
return true
