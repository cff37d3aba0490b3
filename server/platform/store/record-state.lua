local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HGET', latest, part)
local last = stored and cjson.decode(stored)
for _, one in ipairs(observed) do
  local timeMs = nowMs - one.agoMs
  if not last or (one.state ~= last.state and timeMs >= last.timeMs) then
    local isChange = last or one.state ~= 'ok'
    last = { part = part, state = one.state, timeMs = timeMs }
    redis.call('HSET', latest, part, cjson.encode(last))
    if isChange then redis.call('LPUSH', changes, cjson.encode(last)) end
  end
end
redis.call('LTRIM', changes, 0, maxChanges - 1)
return true
