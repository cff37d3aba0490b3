-- Returns why a person may not act in an account, or nil. `roles`: those that may, each surrounded by spaces.
local function refusalOf(members, personId, roles)
  local role = string.match(redis.call('HGET', members, personId) or '', '^(%l+) %d+$')
  if not role then return redis.call('EXISTS', members) == 1 and 'member' or 'gone' end
  if not string.find(roles, ' ' .. role .. ' ', 1, true) then return 'role' end
end
