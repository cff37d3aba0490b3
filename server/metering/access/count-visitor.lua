local before = redis.call('MGET', day, failures)
local used, failing = tonumber(before[1] or '0'), tonumber(before[2] or '0')
local states, admitted = {}, {}
for at, call in ipairs(calls) do
  local refused = call.asksUpstream and failing >= maxFailures and 'failures' or used >= most and 'quota'
  if not refused then
    used = used + 1
    admitted[#admitted + 1] = call.callId
  end
  states[at] = refused or 'admitted'
end
if #admitted > 0 then
  if redis.call('INCRBY', day, #admitted) == #admitted then redis.call('EXPIRE', day, daySeconds) end
  redis.call('SADD', callIds, unpack(admitted))
  redis.call('EXPIRE', callIds, countedSeconds)
end
return reply({ states = states, used = used })
