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
return reply({
  created = created,
  plan = plan,
  isSubscribed = subscription and subscription ~= '',
  suspended = suspended ~= '' and suspended,
  reason = reason,
  by = by,
  calls = tonumber(redis.call('HGET', months[1], 'used') or '0'),
  lastSeen = lastSeen > 0 and lastSeen,
})
