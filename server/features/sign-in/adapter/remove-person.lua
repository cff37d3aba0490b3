if unconfirmedFor then
  local isUnconfirmed = redis.call('HGET', user, 'emailVerified') == 'false'
  if not isUnconfirmed or redis.call('TTL', user) <= unconfirmedFor then return false end
end
local email, wantedEmail = unpack(redis.call('HMGET', user, 'email', 'wantedEmail'))
local removed = reply({
  existed = redis.call('EXISTS', user) == 1,
  email = email,
  wantedEmail = wantedEmail,
  methods = redis.call('HKEYS', methods),
  verifications = redis.call('SMEMBERS', verifications),
  passkeys = redis.call('HKEYS', passkeys),
  appTokens = redis.call('ZRANGE', appTokens, 0, -1),
})
redis.call('DEL', user, methods, verifications, passkeys, appTokens, unpack(others))
return removed
