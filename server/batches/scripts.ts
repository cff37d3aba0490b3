import { script } from '@/server/store/script'
import { readLane, refundLane, refundLines } from './lane-scripts'

/*
 * Every change to the record of a batch is one script, so a process may be killed at any point. The scripts for lanes are in
 * `lane-scripts.ts`.
 */

/**
 * Makes a batch, once for each `Idempotency-Key`. Keys: user, index, made, record. Arguments: id, now, most batches, seconds to
 * keep it, seconds to know the `Idempotency-Key` (0: none), the digest of the request; then fields of the record. Answers
 * { `made`, id }, { `known`, id }, { `gone` }, { `too many` }, or { `other` } if that key was used for a different request.
 */
export const makeScript = script(`
local user, index, made, record = unpack(KEYS)
local id, now, most, keep, knownFor, asked = unpack(ARGV)
if redis.call('EXISTS', user) == 0 then return { 'gone' } end
if knownFor ~= '0' then
  local knownId, knownAsked = string.match(redis.call('GET', made) or '', '^(%S+) (%S+)$')
  if knownId then
    if knownAsked ~= asked then return { 'other' } end
    return { 'known', knownId }
  end
end
if redis.call('ZCARD', index) >= tonumber(most) then return { 'too many' } end
redis.call('HSET', record, unpack(ARGV, 7))
redis.call('EXPIRE', record, keep)
redis.call('ZADD', index, now, id)
if knownFor ~= '0' then redis.call('SET', made, id .. ' ' .. asked, 'EX', knownFor) end
return { 'made', id }
`)

/**
 * Stores chunks of a part, which belong to the batch only after `commitScript`. Keys: record, input, fingerprints. Arguments: seconds
 * to keep them; then field, lines, fingerprints of each chunk. Answers the state of the batch; it takes them only if that is
 * `receiving`.
 */
export const stageScript = script(`
local record, input, fingerprints = unpack(KEYS)
local state = redis.call('HGET', record, 'state') or 'gone'
if state ~= 'receiving' then return state end
for at = 2, #ARGV, 3 do
  redis.call('HSET', input, ARGV[at], ARGV[at + 1])
  redis.call('HSET', fingerprints, ARGV[at], ARGV[at + 2])
end
redis.call('EXPIRE', input, ARGV[1])
redis.call('EXPIRE', fingerprints, ARGV[1])
return state
`)

/**
 * Adds a part whose chunks are stored to a batch, in place of any earlier part with that number. Keys: record, input, fingerprints,
 * parts. Arguments: number, JSON of the part, its token, lines, chunks, columns as JSON, the one that is looked up, most lines,
 * seconds to keep it. Answers { outcome, lines of the batch }; the chunks of a part that it refuses are removed.
 */
export const commitScript = script(`
local record, input, fingerprints, parts = unpack(KEYS)
local number, part, token, lines, chunks, columns, column, most, keep = unpack(ARGV)
local function drop(token, chunks)
  for chunk = 0, chunks - 1 do
    redis.call('HDEL', input, token .. ':' .. chunk)
    redis.call('HDEL', fingerprints, token .. ':' .. chunk)
  end
end
local function refuse(why)
  drop(token, tonumber(chunks))
  return { why, 0 }
end
local state, before, known = unpack(redis.call('HMGET', record, 'state', 'lines', 'columns'))
if not state then return refuse('gone') end
if state ~= 'receiving' then return refuse(state) end
local former = redis.call('HGET', parts, number)
former = former and cjson.decode(former) or { lines = 0, chunks = 0 }
local all = tonumber(before or '0') - former.lines + tonumber(lines)
if all > tonumber(most) then return refuse('too many') end
if known and known ~= columns and not (redis.call('HLEN', parts) == 1 and former.token) then return refuse('columns') end
if former.token == token then return { state, all } end
if former.token then drop(former.token, former.chunks) end
redis.call('HSET', parts, number, part)
redis.call('HSET', record, 'lines', all, 'columns', columns, 'column', column)
for _, key in ipairs({ record, parts }) do redis.call('EXPIRE', key, keep) end
return { state, all }
`)

/**
 * Puts a batch into another state, if it is in one of those given. Keys: record, counts of the two months for which lines may be
 * reserved, then the batch's other lasting keys. Arguments: months of the counts, the states, the run that it must be in (empty:
 * any), the new state, now, seconds until it expires (0: never); then fields and values. A batch that is cancelled or fails drops
 * its lanes and refunds what they have reserved. Answers { whether it changed (1 or 0), the state }.
 */
export const changeScript = script(`
${readLane}${refundLines}${refundLane}
local record, counts, countsBefore = unpack(KEYS)
local month, monthBefore, states, run, to, now, expires = unpack(ARGV)
local state, ownRun, keyId, isTest = unpack(redis.call('HMGET', record, 'state', 'run', 'key', 'test'))
if not state then return { 0, 'gone' } end
if not string.find(states, ' ' .. state .. ' ', 1, true) or run ~= '' and run ~= ownRun then return { 0, state } end
redis.call('HSET', record, 'state', to, unpack(ARGV, 8))
local isEnd = to == 'cancelled' or to == 'failed'
if isEnd then
  redis.call('HSET', record, 'ended', now)
  local lanes = {}
  for _, field in ipairs(redis.call('HKEYS', record)) do
    local lane = string.match(field, '^lane:(%d+)$')
    if lane then lanes[#lanes + 1] = lane end
  end
  for _, lane in ipairs(lanes) do
    local _, _, reserved, day = readLane(record, lane)
    if reserved > 0 and isTest ~= '1' then
      refundLane(counts, countsBefore, month, monthBefore, keyId or '', reserved, day)
    end
    redis.call('HDEL', record, 'lane:' .. lane)
  end
end
for at = 4, #KEYS do
  if expires == '0' then redis.call('PERSIST', KEYS[at]) else redis.call('EXPIRE', KEYS[at], expires) end
end
if expires == '0' then redis.call('PERSIST', record) else redis.call('EXPIRE', record, expires) end
return { 1, to }
`)
