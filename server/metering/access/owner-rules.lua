-- The rules for an account's members. A member's record begins with the role.
local function isOwner(id) return string.match(redis.call('HGET', members, id) or '', '^owner ') ~= nil end
-- Whether the account would have no owner without this person.
local function isLastOwner(id)
  if not isOwner(id) then return false end
  local owners = 0
  for _, one in ipairs(redis.call('HVALS', members)) do
    if string.match(one, '^owner ') then owners = owners + 1 end
  end
  return owners == 1
end
