import { defineMemberScript, memberScript } from '@/server/metering/access/member-script'
import { flag, text } from '@/server/platform/store/script-values'
import forgetLua from './forget-batch.lua'
import { laneFields, refundLane, refundLines } from './lane-scripts'

/*
 * Every change to a batch's record is a single script, so a process can safely be killed at any point. The scripts for
 * lanes are in `lane-scripts.ts`.
 */

/**
 * Creates a batch, at most once per `Idempotency-Key`. Keys: index, made, count of such keys, record. Arguments:
 * id, now, the maximum number of batches, seconds to keep it, seconds to remember the `Idempotency-Key` (0: none), the
 * digest of the request, the maximum number of such keys in that time; then fields of the record. Returns { `made`, id
 * }, { `known`, id }, { `too many` }, { `other` } if the key was used for a different request, or { `too
 * many keys`, seconds until more are allowed }.
 */
export const createScript = memberScript(`
local index, made, madeCount, record = unpack(KEYS)
local id, now, most, keep, knownFor, asked, mostKeys = unpack(ARGV)
if knownFor ~= '0' then
  local knownId, knownAsked = string.match(redis.call('GET', made) or '', '^(%S+) (%S+)$')
  if knownId then
    if knownAsked ~= asked then return { 'other' } end
    return { 'known', knownId }
  end
end
if redis.call('ZCARD', index) >= tonumber(most) then return { 'too many' } end
if knownFor ~= '0' then
  if tonumber(redis.call('GET', madeCount) or '0') >= tonumber(mostKeys) then
    return { 'too many keys', redis.call('TTL', madeCount) }
  end
  if redis.call('INCR', madeCount) == 1 then redis.call('EXPIRE', madeCount, knownFor) end
  redis.call('SET', made, id .. ' ' .. asked, 'EX', knownFor)
end
redis.call('HSET', record, unpack(ARGV, 8))
redis.call('EXPIRE', record, keep)
redis.call('ZADD', index, now, id)
return { 'made', id }
`)

/**
 * Stores a chunk of a part, which belongs to the batch only after `commitScript`. Keys: record, input, fingerprints,
 * previous findings. Arguments: seconds to keep it, field, lines, fingerprints, the chunk's number, and the audit codes of
 * its rows in the batch that is repeated (empty: none). Returns the state of the batch; the chunk is accepted only in the
 * state `receiving`.
 */
export const stageScript = memberScript(
  `
local record, input, fingerprints, previousFindings = unpack(KEYS)
local keep, field, lines, prints, number, codes = unpack(ARGV)
local state = redis.call('HGET', record, 'state') or 'gone'
if state ~= 'receiving' then return state end
redis.call('HSET', input, field, lines)
redis.call('HSET', fingerprints, field, prints)
if codes ~= '' then redis.call('HSET', previousFindings, number, codes) end
for _, key in ipairs({ input, fingerprints, previousFindings }) do redis.call('EXPIRE', key, keep) end
return state
`,
  { needsAccount: false },
)

/**
 * Adds a part to a batch after its chunks are stored, replacing any earlier part with that number, and reserves its
 * rows and bytes in the account's storage. Keys: record, input, fingerprints, parts, stored. Arguments: number, JSON
 * of the part, columns as JSON, layout as JSON, batch id, the batch's maximum lines, the account's maximum rows and
 * bytes, seconds to keep the batch. Returns { outcome, the batch's lines }. Removes the chunks of a rejected part.
 * `layout`: other parts have another layout.
 */
export const commitScript = memberScript(
  `
local record, input, fingerprints, parts, stored = unpack(KEYS)
local number, json, columns, layout, id, maxLines, maxStoredRows, maxStoredBytes, keep = unpack(ARGV)
local part = cjson.decode(json)
local function drop(part)
  for chunk = 0, #part.sizes - 1 do
    redis.call('HDEL', input, part.token .. ':' .. chunk)
    redis.call('HDEL', fingerprints, part.token .. ':' .. chunk)
  end
end
local function refuse(why)
  drop(part)
  return { why, 0 }
end
-- Rows can have more cells than there are headings. Returns the longer list; nil if they name different columns.
local function joined(one, other)
  local a, b = cjson.decode(one), cjson.decode(other)
  for at = 1, math.max(#a, #b) do
    if a[at] ~= b[at] and (a[at] and b[at] or (a[at] or b[at]) ~= 'Column ' .. at) then return nil end
  end
  return #a < #b and other or one
end
local state, before, heading, blank, known, knownLayout =
  unpack(redis.call('HMGET', record, 'state', 'rows', 'heading', 'blank', 'columns', 'layout'))
if not state then return refuse('gone') end
if state ~= 'receiving' then return refuse(state) end
local former = redis.call('HGET', parts, number)
former = former and cjson.decode(former) or { rows = 0, headings = 0, blank = 0, bytes = 0, sizes = {} }
local all = tonumber(before or '0') - former.rows + part.rows
local allHeadings = tonumber(heading or '0') - former.headings + part.headings
local allBlank = tonumber(blank or '0') - former.blank + part.blank
if all - allHeadings > tonumber(maxLines) then return refuse('too many') end
if known and not (redis.call('HLEN', parts) == 1 and former.token) then
  columns = joined(known, columns)
  if not columns then return refuse('columns') end
  if knownLayout ~= layout then return refuse('layout') end
end
local outcome = { state, all - allHeadings - allBlank }
if former.token == part.token then return outcome end
local rows, bytes = part.rows - former.rows, part.bytes - former.bytes
local own = redis.call('HGET', stored, id) or '0 0'
local ownRows, ownBytes = string.match(own, '^(%d+) (%d+)$')
local storedRows, storedBytes = rows, bytes
for _, one in ipairs(redis.call('HVALS', stored)) do
  local ofRows, ofBytes = string.match(one, '^(%d+) (%d+)$')
  storedRows, storedBytes = storedRows + ofRows, storedBytes + ofBytes
end
if rows > 0 and storedRows > tonumber(maxStoredRows) then return refuse('stored lines') end
if bytes > 0 and storedBytes > tonumber(maxStoredBytes) then return refuse('stored bytes') end
redis.call('HSET', stored, id, string.format('%d %d', ownRows + rows, ownBytes + bytes))
if former.token then drop(former) end
redis.call('HSET', parts, number, json)
redis.call('HSET', record, 'rows', all, 'heading', allHeadings, 'blank', allBlank, 'columns', columns, 'layout', layout)
for _, key in ipairs({ record, parts }) do redis.call('EXPIRE', key, keep) end
return outcome
`,
  { needsAccount: false },
)

/**
 * Changes a batch's labels in any state. Key: record. Arguments: fields and values; an empty value removes the field.
 * Returns the record's fields, or nothing if the batch does not exist.
 */
export const labelScript = memberScript(
  `
local record = KEYS[1]
if redis.call('HEXISTS', record, 'state') == 0 then return {} end
for at = 1, #ARGV, 2 do
  local field, value = ARGV[at], ARGV[at + 1]
  if value == '' then redis.call('HDEL', record, field) else redis.call('HSET', record, field, value) end
end
return redis.call('HGETALL', record)
`,
  { needsAccount: false },
)

/**
 * Changes the state of a batch if its current state is one of the allowed ones. Keys: record, counts of the two months for
 * which lines may be reserved, then the batch's other lasting keys. Arguments: months of the counts, the allowed states, the
 * required run (empty: any), the new state, now, seconds until it expires (0: never); then fields and values. A batch that is
 * canceled or fails drops its lanes and refunds their reserved lines. Returns { whether the state changed (1 or 0), the
 * state }.
 */
export const changeScript = memberScript(
  `
${laneFields}${refundLines}${refundLane}
local record, counts, countsBefore = unpack(KEYS)
local month, monthBefore, states, run, to, now, expires = unpack(ARGV)
local state, ownRun, isTest = unpack(redis.call('HMGET', record, 'state', 'run', 'test'))
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
    local held = readLane(record, lane)
    if held and held.reserved > 0 and isTest ~= '1' then
      refundLane(counts, countsBefore, month, monthBefore, held)
    end
    redis.call('HDEL', record, 'lane:' .. lane)
  end
end
for at = 4, #KEYS do
  if expires == '0' then redis.call('PERSIST', KEYS[at]) else redis.call('EXPIRE', KEYS[at], expires) end
end
if expires == '0' then redis.call('PERSIST', record) else redis.call('EXPIRE', record, expires) end
return { 1, to }
`,
  { needsAccount: false },
)

/**
 * Returns the fields of a batch's details: those of its results. Key: results. The first step of deleting a batch.
 */
export const resultFieldsScript = memberScript(`return redis.call('HKEYS', KEYS[1])`, { needsAccount: false })

/** Deletes a batch: its entries in the account's lists, and everything that is left of it. */
export const forgetBatchScript = defineMemberScript({
  name: 'forget-batch',
  needsAccount: false,
  keys: ['index', 'stored', '...others'],
  args: { id: text },
  returns: flag,
  lua: forgetLua,
})
