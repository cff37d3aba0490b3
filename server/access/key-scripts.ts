import { script } from '@/server/store/script'

/** What came of a change to the keys of an account. All but `done` changed nothing. */
export type Outcome = 'done' | 'gone' | 'unknown' | 'suspended' | 'too many' | 'too often'

/** Adds a key, unless the account is suspended, there are as many as there may be, or too many were made lately. */
const addition = `
local function add(hash, key)
  if (redis.call('HGET', profile, 'suspended') or '') ~= '' then return 'suspended' end
  if redis.call('HLEN', apiKeys) >= tonumber(mostKeys) then return 'too many' end
  if tonumber(redis.call('GET', keysMade) or '0') >= tonumber(mostMade) then return 'too often' end
  if redis.call('INCR', keysMade) == 1 then redis.call('EXPIRE', keysMade, madeWithin) end
  redis.call('HSET', apiKeys, hash, key)
  return 'done'
end
`

/** Adds a key. */
export const addScript = script(`
local user, profile, apiKeys, keysMade = unpack(KEYS)
local mostKeys, mostMade, madeWithin, hash, key = unpack(ARGV)
${addition}
if redis.call('EXISTS', user) == 0 then return 'gone' end
return add(hash, key)
`)

/**
 * Finds a key by its id, then renames it, revokes it, or puts another beside it and lets it end. Answers what came of it, and
 * the name that the key had.
 */
export const changeScript = script(`
local user, profile, apiKeys, keysMade, seen, keyUsage = unpack(KEYS)
local mostKeys, mostMade, madeWithin, verb, id = unpack(ARGV)
${addition}
local function change(hash, key)
  if verb == 'revoke' then
    redis.call('HDEL', apiKeys, hash)
    redis.call('HDEL', seen, id)
    redis.call('HDEL', keyUsage, id)
    return 'done'
  elseif verb == 'rename' then
    key.name = ARGV[6]
  else
    local ends, fresh = tonumber(ARGV[6]), cjson.decode(ARGV[8])
    fresh.name = key.name
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
