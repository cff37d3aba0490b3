-- Invalidates all links emailed to an account: stored links (verifications), and links signed before `linksFrom`. Returns the
-- stored ones.
local function endLinks()
  local ended = redis.call('SMEMBERS', verifications)
  redis.call('DEL', verifications)
  redis.call('HSET', user, 'linksFrom', linksFrom)
  return ended
end
