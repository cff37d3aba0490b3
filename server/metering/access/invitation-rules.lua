-- Reads an invitation; nil if there is none.
local function invitationOf(id)
  local json = redis.call('HGET', invitations, id)
  return json and cjson.decode(json) or nil
end
-- Ends an invitation, whose link then still leads to a page that says so.
local function finish(id, one, state, now)
  one.state, one.ended = state, now
  redis.call('HSET', invitations, id, cjson.encode(one))
end
