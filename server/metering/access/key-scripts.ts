import { script } from '@/server/platform/store/untyped'
import { maxAncestors } from './key-budgets'
import { commonOperations } from './key-limits'

/** The outcome of a change to an account's keys. Only `done` means that something changed. */
export type KeyChangeOutcome =
  | ('done' | 'gone' | 'unknown' | 'suspended' | 'too many' | 'too often' | 'uncounted')
  // Only for a change made by another key.
  | ('revoked' | 'not allowed' | 'exceeds' | 'beyond' | 'too deep' | 'other' | 'in use')

/** The store fields of a key's limits. */
const limitFields = "'operations', 'monthlyLimit', 'burstLimit', 'addresses', 'ranges'"

/**
 * Lua functions for a key that manages other keys, the granter. In each field, the granter grants no more than its own
 * access; an invalid stored value grants nothing. `addresses` are compared as bits: one range contains another if it is
 * a prefix of it.
 */
const grantRules = `
local function isSet(value) return value ~= nil and value ~= cjson.null end
local function has(list, fits)
  if type(list) ~= 'table' then return false end
  for _, one in ipairs(list) do if fits(one) then return true end end
  return false
end
local function isTest(key) return string.sub(key.start, 1, 8) == 'pr_test_' end
-- Returns the key that manages others, or nil and why it may not.
local function granterOf(entries, id)
  for at = 2, #entries, 2 do
    local key = cjson.decode(entries[at])
    if key.id == id then
      if has(key.operations, function(one) return one == 'keys' end) then return key end
      return nil, 'not allowed'
    end
  end
  return nil, 'revoked'
end
-- Copies omitted settings of a new key from its granter, except the right to manage keys.
local function inherit(key, granter)
  if key.operations == nil and type(granter.operations) == 'table' then
    key.operations = {}
    for _, one in ipairs(granter.operations) do
      if one ~= 'keys' then table.insert(key.operations, one) end
    end
  end
  for _, field in ipairs({ ${limitFields}, 'expires' }) do
    local isCounted = field ~= 'monthlyLimit' or not isTest(key)
    if key[field] == nil and isCounted then key[field] = granter[field] end
  end
  if key.expires == nil then key.expires = cjson.null end
end
-- Returns the first field in which a key exceeds its granter, or nil.
local function excess(key, granter)
  if isTest(granter) and not isTest(key) then return 'test' end
  local operations = key.operations
  if not isSet(operations) then operations = { ${commonOperations.map((one) => `'${one}'`).join(', ')} } end
  if type(operations) ~= 'table' or #operations == 0 then return 'operations' end
  local function exceeds(wanted)
    return not has(granter.operations, function(one) return one == wanted end)
  end
  if has(operations, exceeds) then return 'operations' end
  for _, field in ipairs({ 'expires', 'monthlyLimit', 'burstLimit' }) do
    local own, most = key[field], granter[field]
    local isCounted = field ~= 'monthlyLimit' or not isTest(key)
    local isWithin = type(own) == 'number' and type(most) == 'number' and own <= most
    if isSet(most) and isCounted and not isWithin then return field end
  end
  if isSet(granter.addresses) or isSet(granter.ranges) then
    local function isOutside(bits)
      return not has(granter.ranges, function(outer)
        return type(outer) == 'string' and outer ~= '' and string.sub(bits, 1, #outer) == outer
      end)
    end
    if type(key.ranges) ~= 'table' or #key.ranges == 0 or has(key.ranges, isOutside) then return 'addresses' end
  end
end
`

/** Lua functions for the budgets of stored keys; see `key-budgets.ts`. */
const budgetLinks = `
local function budgetOf(key) return key.countedAs or key.id end
-- Returns the ancestors of a key that the granter creates; nil if that would be too many.
local function ancestorsBelow(granter)
  local ancestors = { { id = budgetOf(granter), limit = granter.monthlyLimit } }
  for _, one in ipairs(granter.ancestors or {}) do ancestors[#ancestors + 1] = one end
  return #ancestors <= ${maxAncestors} and ancestors or nil
end
local function countsAgainst(key, budget)
  if budgetOf(key) == budget then return true end
  for _, one in ipairs(key.ancestors or {}) do if one.id == budget then return true end end
  return false
end
-- Gives a budget's new limit to all keys that count against it as descendants. A key that changes itself can only lower it,
-- and a key that has been replaced cannot change it.
local function passOn(entries, changed, by)
  for at = 2, #entries, 2 do
    if cjson.decode(entries[at]).replaces == changed.id then return end
  end
  for at = 1, #entries, 2 do
    local key, isChanged = cjson.decode(entries[at + 1]), false
    for _, one in ipairs(key.ancestors or {}) do
      local isRaised = one.limit and (not changed.monthlyLimit or changed.monthlyLimit > one.limit)
      if one.id == budgetOf(changed) and not (by == changed.id and isRaised) then
        one.limit, isChanged = changed.monthlyLimit, true
      end
    end
    if isChanged then redis.call('HSET', apiKeys, entries[at], cjson.encode(key)) end
  end
end
-- Deletes the counts of budgets against which no key counts any more.
local function dropUnused(revoked)
  local budgets = { revoked.id, revoked.countedAs }
  for _, one in ipairs(revoked.ancestors or {}) do budgets[#budgets + 1] = one.id end
  local keys = redis.call('HVALS', apiKeys)
  for at, text in ipairs(keys) do keys[at] = cjson.decode(text) end
  for _, budget in ipairs(budgets) do
    local isUsed = false
    for _, key in ipairs(keys) do isUsed = isUsed or key.id == budget or countsAgainst(key, budget) end
    if not isUsed then redis.call('HDEL', counts, budget .. ':used', budget .. ':others') end
  end
end
`

/** Adds a key, unless the account is suspended, is at its key limit, or has created too many keys recently. */
const addition = `
local function add(hash, key)
  if (redis.call('HGET', profile, 'suspended') or '') ~= '' then return 'suspended' end
  if redis.call('HLEN', apiKeys) >= tonumber(maxKeys) then return 'too many' end
  if tonumber(redis.call('GET', keysMade) or '0') >= tonumber(maxMade) then
    return 'too often', redis.call('TTL', keysMade)
  end
  if redis.call('INCR', keysMade) == 1 then redis.call('EXPIRE', keysMade, madeWithin) end
  redis.call('HSET', apiKeys, hash, key)
  return 'done'
end
`

/**
 * Adds a key. If another key creates it, omitted settings are copied from that key, whose access it cannot exceed.
 * Because a key's text may have been lost in transit, a repeated request replaces the key that the first request
 * created, unless a call with that key has been received. Returns the outcome, and the key's id or the subject of the outcome.
 */
export const addScript = script(`
local user, profile, apiKeys, keysMade = unpack(KEYS)
local maxKeys, maxMade, madeWithin, hash, made, by, mark, asked, since = unpack(ARGV)
${addition}${grantRules}${budgetLinks}
if redis.call('EXISTS', user) == 0 then return { 'gone' } end
local key = cjson.decode(made)
if by == '' then
  local outcome, more = add(hash, made)
  return { outcome, more or key.id }
end
local entries = redis.call('HGETALL', apiKeys)
local granter, whyNot = granterOf(entries, by)
if not granter then return { whyNot } end
inherit(key, granter)
local field = excess(key, granter)
if field then return { 'beyond', field } end
for _, one in ipairs({ ${limitFields} }) do
  if key[one] == cjson.null then key[one] = nil end
end
key.madeBy = by
key.ancestors = ancestorsBelow(granter)
if not key.ancestors then return { 'too deep' } end
local former
if mark ~= '' then
  key.mark, key.asked = mark, asked
  for at = 1, #entries, 2 do
    local one = cjson.decode(entries[at + 1])
    if one.mark == mark and one.created > tonumber(since) then
      if one.asked ~= asked then return { 'other' } end
      if one.received then return { 'in use', one.id } end
      former, key.id = at, one.id
    end
  end
end
if former then redis.call('HDEL', apiKeys, entries[former]) end
local outcome, more = add(hash, cjson.encode(key))
if outcome ~= 'done' and former then redis.call('HSET', apiKeys, entries[former], entries[former + 1]) end
return { outcome, more or key.id }
`)

/** How long revoked keys are remembered. */
const revokedSeconds = 7 * 86_400

/**
 * Finds a key by its id, then changes its name, limits, and expiry, revokes it, or rotates it (adds a new key that shares
 * its budgets, and sets when the old one expires). If another key makes the change, the changed key must not exceed that
 * key's access before or after the change. Returns the outcome, and the key's previous name or the subject of the outcome.
 */
export const changeScript = script(`
local user, profile, apiKeys, keysMade, counts, errors, revokedKeys, firstCalls = unpack(KEYS)
local maxKeys, maxMade, madeWithin, verb, id, by = unpack(ARGV)
${addition}${grantRules}${budgetLinks}
-- Deletes stored data about the key's calls, and records that it is revoked, so that its owner can see calls that still use it.
local function forget(hash, key)
  for _, call in ipairs(redis.call('ZRANGE', errors, 0, -1)) do
    if string.sub(call, 1, #id + 1) == id .. ' ' then redis.call('ZREM', errors, call) end
  end
  redis.call('HDEL', firstCalls, id)
  local entries = redis.call('HGETALL', revokedKeys)
  local oldest, since
  for at = 1, #entries, 2 do
    local revoked = cjson.decode(entries[at + 1]).revoked
    if not since or revoked < since then oldest, since = entries[at], revoked end
  end
  if #entries >= 2 * tonumber(maxKeys) then redis.call('HDEL', revokedKeys, oldest) end
  local revoked = { id = id, name = key.name, start = key.start, ['end'] = key['end'], revoked = tonumber(ARGV[7]) }
  revoked.countedAs, revoked.ancestors = key.countedAs, key.ancestors
  redis.call('HSET', revokedKeys, hash, cjson.encode(revoked))
  redis.call('EXPIRE', revokedKeys, ${revokedSeconds})
end
local function change(entries, hash, key, granter)
  if verb == 'revoke' then
    redis.call('HDEL', apiKeys, hash)
    redis.call('HDEL', counts, id .. ':seen', id .. ':burst')
    dropUnused(key)
    forget(hash, key)
    return 'done'
  elseif verb == 'change' then
    local given = cjson.decode(ARGV[7])
    if isTest(key) and type(given.monthlyLimit) == 'number' then return 'uncounted' end
    for _, field in ipairs({ ${limitFields} }) do
      if given[field] == cjson.null then key[field] = nil elseif given[field] then key[field] = given[field] end
    end
    if given.expires then key.expires = given.expires end
    if given.name then key.name = given.name end
    if given.waits then key.waits = given.waits end
    local field = granter and excess(key, granter)
    if field then return 'beyond', field end
    if given.monthlyLimit then passOn(entries, key, by) end
  else
    local ends, fresh = tonumber(ARGV[7]), cjson.decode(ARGV[9])
    fresh.name = key.name
    fresh.replaces = id
    fresh.madeBy = key.madeBy
    fresh.countedAs, fresh.ancestors = budgetOf(key), key.ancestors
    for _, field in ipairs({ ${limitFields} }) do fresh[field] = key[field] end
    local outcome, more = add(ARGV[8], cjson.encode(fresh))
    if outcome ~= 'done' then return outcome, more end
    if type(key.expires) ~= 'number' or key.expires > ends then key.expires = ends end
  end
  redis.call('HSET', apiKeys, hash, cjson.encode(key))
  return 'done'
end
if redis.call('EXISTS', user) == 0 then return { 'gone' } end
local entries = redis.call('HGETALL', apiKeys)
local granter, whyNot
if by ~= '' then
  granter, whyNot = granterOf(entries, by)
  if not granter then return { whyNot } end
end
for at = 1, #entries, 2 do
  local key = cjson.decode(entries[at + 1])
  if key.id == id then
    local name = key.name
    if granter and excess(key, granter) then return { 'exceeds' } end
    local outcome, more = change(entries, entries[at], key, granter)
    return { outcome, more or name }
  end
end
return { 'unknown' }
`)
