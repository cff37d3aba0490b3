-- Finds a key by one of its hashes. Returns the key and that hash.
local function findKey(keys, hashes)
  for _, hash in ipairs(hashes) do
    local found = redis.call('HGET', keys, hash)
    if found then return cjson.decode(found), hash end
  end
end
