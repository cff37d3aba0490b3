import { script } from '@/server/store/script'

/** The outcome of a change to the keys of an account. All but `done` changed nothing. */
export type KeyChangeOutcome = 'done' | 'gone' | 'unknown' | 'suspended' | 'too many' | 'too often' | 'uncounted'

/** Adds a key, unless the account is suspended, has as many keys as it may have, or has made too many lately. */
const addition = `
local function add(hash, key)
  if (redis.call('HGET', profile, 'suspended') or '') ~= '' then return 'suspended' end
  if redis.call('HLEN', apiKeys) >= tonumber(maxKeys) then return 'too many' end
  if tonumber(redis.call('GET', keysMade) or '0') >= tonumber(maxMade) then return 'too often' end
  if redis.call('INCR', keysMade) == 1 then redis.call('EXPIRE', keysMade, madeWithin) end
  redis.call('HSET', apiKeys, hash, key)
  return 'done'
end
`

/** Adds a key. */
export const addScript = script(`
local user, profile, apiKeys, keysMade = unpack(KEYS)
local maxKeys, maxMade, madeWithin, hash, key = unpack(ARGV)
${addition}
if redis.call('EXISTS', user) == 0 then return 'gone' end
return add(hash, key)
`)

/** The fields of a key's limits. A rotation copies them to the new key. */
const limitFields = "'operations', 'monthlyLimit', 'burstLimit', 'addresses', 'ranges'"

/**
 * Finds a key by its id, then renames it, sets its limits and expiry, revokes it, or rotates it: adds a new key and sets when the
 * old one expires. Returns the outcome, and the name that the key had.
 */
export const changeScript = script(`
local user, profile, apiKeys, keysMade, seen, counts = unpack(KEYS)
local maxKeys, maxMade, madeWithin, verb, id = unpack(ARGV)
${addition}
local function change(hash, key)
  if verb == 'revoke' then
    redis.call('HDEL', apiKeys, hash)
    redis.call('HDEL', seen, id)
    redis.call('HDEL', counts, id .. ':used', id .. ':seen', id .. ':burst')
    return 'done'
  elseif verb == 'rename' then
    key.name = ARGV[6]
  elseif verb == 'limit' then
    local given = cjson.decode(ARGV[6])
    local isTest = string.sub(key.start, 1, 8) == 'pr_test_'
    if isTest and type(given.monthlyLimit) == 'number' then return 'uncounted' end
    for _, field in ipairs({ ${limitFields} }) do
      if given[field] == cjson.null then key[field] = nil elseif given[field] then key[field] = given[field] end
    end
    if given.expires then key.expires = given.expires end
  else
    local ends, fresh = tonumber(ARGV[6]), cjson.decode(ARGV[8])
    fresh.name = key.name
    fresh.replaces = id
    for _, field in ipairs({ ${limitFields} }) do fresh[field] = key[field] end
    local outcome = add(ARGV[7], cjson.encode(fresh))
    if outcome ~= 'done' then return outcome end
    if type(key.expires) ~= 'number' or key.expires > ends then key.expires = ends end
  end
  redis.call('HSET', apiKeys, hash, cjson.encode(key))
  return 'done'
end
if redis.call('EXISTS', user) == 0 then return { 'gone' } end
local entries = redis.call('HGETALL', apiKeys)
for at = 1, #entries, 2 do
  local key = cjson.decode(entries[at + 1])
  if key.id == id then
    local name = key.name
    return { change(entries[at], key), name }
  end
end
return { 'unknown' }
`)
