local refunded, failed = 0, 0
for _, call in ipairs(calls) do
  if redis.call('SREM', callIds, call.callId) == 1 then
    refunded = refunded + 1
    if call.askedUpstream then failed = failed + 1 end
  end
end
if refunded > 0 then redis.call('DECRBY', day, refunded) end
if failed > 0 and redis.call('INCRBY', failures, failed) == failed then redis.call('EXPIRE', failures, daySeconds) end
return reply({ refunded = refunded, used = tonumber(redis.call('GET', day) or '0') })
