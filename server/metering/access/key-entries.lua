-- Reads an account's keys: each with its hash, as stored, and decoded.
local function readKeys(apiKeys)
  local flat, entries = redis.call('HGETALL', apiKeys), {}
  for at = 1, #flat, 2 do
    entries[#entries + 1] = { hash = flat[at], json = flat[at + 1], key = cjson.decode(flat[at + 1]) }
  end
  return entries
end
local function isTest(key) return string.sub(key.start, 1, 8) == 'pr_test_' end
