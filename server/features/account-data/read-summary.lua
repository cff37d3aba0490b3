if redis.call('EXISTS', members) == 0 then return false end
local plan, created, subscription, suspended, reason, by = unpack(redis.call('HMGET', profile, 'plan', 'created',
  'subscriptionId', 'suspended', 'suspendedReason', 'suspendedBy'))
local lastSeen = 0
for _, moment in ipairs(redis.call('HVALS', seen)) do lastSeen = math.max(lastSeen, tonumber(moment)) end
for _, month in ipairs(months) do
  local lastUse = redis.call('HGET', month, 'seen')
  if lastUse then
    lastSeen = math.max(lastSeen, tonumber(lastUse))
    break
  end
end
local counts, calls, resolved, searches = redis.call('HGETALL', months[1]), 0, 0, 0
for at = 1, #counts, 2 do
  local field, count = counts[at], counts[at + 1]
  local operation, outcome = string.match(field, '^%d+:(%l+):(%l+)$')
  if field == 'used' then
    calls = tonumber(count)
  elseif outcome == 'ok' or outcome == 'failed' then
    if operation == 'resolve' then resolved = resolved + tonumber(count) end
    if operation == 'search' then searches = searches + tonumber(count) end
  end
end
return reply({
  created = created,
  plan = plan,
  isSubscribed = subscription and subscription ~= '',
  suspended = suspended ~= '' and suspended,
  reason = reason,
  by = by,
  calls = calls,
  resolved = resolved,
  searches = searches,
  lastSeen = lastSeen > 0 and lastSeen,
})
