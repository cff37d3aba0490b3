import { keyRules } from '@/server/access/admission-scripts'
import { dailyFailures } from '@/server/access/limits'
import { firstPlan, plans } from '@/server/access/plans'
import { type Script, script } from '@/server/store/script'
import { lanes } from './limits'

/*
 * A batch is worked on in lanes. What a lane has is in one field of the record, `lane:0`: "<chunk> <from> <reserved> <day>
 * <token>". `from`: the first line of the chunk that is not answered; `reserved`: how many lines the account's month (that of
 * `day`) was charged for in advance; `token`: who works on it. A process that takes a lane takes all of that over from one that
 * may have died, whose token is no longer valid.
 */

/** Reads a lane from the record: `chunk`, `from`, `reserved`, `day`, `token`. */
export const readLane = `
local function readLane(record, lane)
  local held = redis.call('HGET', record, 'lane:' .. lane) or ''
  local chunk, from, reserved, day, token = string.match(held, '^(%d+) (%d+) (%d+) (%S+) (%S+)$')
  return chunk, from, tonumber(reserved or '0'), day, token
end
`

/** Takes lines off the calls of a month that was charged for them in advance. */
export const refundLines = `
local function refundLines(counts, keyId, lines)
  if lines == 0 then return end
  redis.call('HINCRBY', counts, 'used', -lines)
  if keyId ~= '' and redis.call('HEXISTS', counts, keyId .. ':used') == 1 then
    redis.call('HINCRBY', counts, keyId .. ':used', -lines)
  end
end
`

/** Refunds the lines that a lane has reserved, on a day of this month or of the one before. */
export const refundLane = `
local function refundLane(counts, countsBefore, month, monthBefore, keyId, reserved, day)
  local of = string.sub(day, 1, 7)
  if of == month then refundLines(counts, keyId, reserved)
  elseif of == monthBefore then refundLines(countsBefore, keyId, reserved) end
end
`

/** Returns what each plan allows, as fields of a Lua table: calls a month (-1: any number), lookups that may fail in a day. */
const allowed = () =>
  plans()
    .map((plan) => `['${plan.id}'] = { ${plan.monthlyQuota ?? -1}, ${dailyFailures(plan)} }`)
    .join(', ')

/**
 * Counts the lines that may still be looked up: { lines, limit of the plan, that of the API key (-1: none) }; or says why none
 * may: a `BatchReason`, or `gone`.
 */
const quotaLeft = () => `
${keyRules}
local plans = { ${allowed()} }
local function quotaLeft(profile, apiKeys, counts, keyId, isTest, day, now)
  local plan, suspended, created = unpack(redis.call('HMGET', profile, 'plan', 'suspended', 'created'))
  if not created then return 'gone' end
  if suspended and suspended ~= '' then return 'suspended' end
  local key = {}
  if keyId ~= '' then
    key = nil
    for _, text in ipairs(redis.call('HVALS', apiKeys)) do
      local one = cjson.decode(text)
      if one.id == keyId then key = one end
    end
    if not key or hasExpired(key, now) then return 'key' end
  end
  local any = 1000000000
  if isTest then return { any, -1, -1 } end
  local limit, maxFailures = unpack(plans[plan or ''] or plans['${firstPlan().id}'])
  local used, usedByKey, failing = unpack(redis.call('HMGET', counts, 'used', keyId .. ':used', day .. ':failing'))
  used, usedByKey, failing = tonumber(used or '0'), tonumber(usedByKey or '0'), tonumber(failing or '0')
  if failing >= maxFailures then return 'failures' end
  local keyLimit = limitOf(key.monthlyLimit)
  if keyLimit >= 0 and usedByKey >= keyLimit then return 'key_quota' end
  if limit >= 0 and used >= limit then return 'quota' end
  local left = limit >= 0 and limit - used or any
  if keyLimit < 0 then return { left, limit, -1 } end
  return { math.min(left, keyLimit - usedByKey), limit, keyLimit }
end
`

/**
 * Takes a lane, and refunds what was reserved for it before. Keys: record, counts of this month and of the one before. Arguments:
 * both months, lane, run, token, number of chunks. Answers { `taken`, chunk, first line, lines reserved before }; { `empty` } if
 * no chunk is left; { `early` } if the run has not begun; { `late` } if a later one has; { `gone` }, or { the state }.
 */
export const takeScript = script(`
${readLane}${refundLines}${refundLane}
local record, counts, countsBefore = unpack(KEYS)
local month, monthBefore, lane, run, token, chunks = unpack(ARGV)
local fields = redis.call('HMGET', record, 'state', 'run', 'next', 'key', 'test')
local state, ownRun, nextChunk, keyId, isTest = unpack(fields)
if not state then return { 'gone' } end
ownRun, run, nextChunk = tonumber(ownRun or '0'), tonumber(run), tonumber(nextChunk or '0')
if run ~= ownRun then return { run > ownRun and 'early' or 'late' } end
local chunk, from, reserved, day = readLane(record, lane)
if reserved > 0 and isTest ~= '1' then
  refundLane(counts, countsBefore, month, monthBefore, keyId or '', reserved, day)
end
local function hold(token)
  redis.call('HSET', record, 'lane:' .. lane, table.concat({ chunk, from, 0, '-', token }, ' '))
end
if state ~= 'running' then
  if chunk then hold('-') end
  return { state == 'queued' and 'early' or state }
end
if not chunk then
  if nextChunk >= tonumber(chunks) then return { 'empty' } end
  chunk, from = nextChunk, 0
  redis.call('HSET', record, 'next', nextChunk + 1)
end
hold(token)
return { 'taken', tonumber(chunk), tonumber(from), reserved }
`)

/**
 * Charges an account for lines before they are looked up, as many as its quota allows. Keys: record, profile, API keys, counts.
 * Arguments: lane, token, lines, date, now in seconds, seconds that counts are kept. Answers { `granted`, lines, limit of the
 * plan, that of the API key }, { `lost` }, { `gone` }, or { the reason }, for which the batch now waits or is paused.
 */
const writeReserve = () =>
  script(`
${readLane}${quotaLeft()}
local record, profile, apiKeys, counts = unpack(KEYS)
local lane, token, lines, date, now, keep = unpack(ARGV)
local chunk, from, _, _, holder = readLane(record, lane)
if holder ~= token then return { 'lost' } end
local state, keyId, isTest = unpack(redis.call('HMGET', record, 'state', 'key', 'test'))
keyId, isTest = keyId or '', isTest == '1'
if state ~= 'running' then return { 'lost' } end
local left = quotaLeft(profile, apiKeys, counts, keyId, isTest, string.sub(date, 9, 10), tonumber(now))
if type(left) == 'string' then
  local waits = left == 'quota' or left == 'key_quota' or left == 'failures'
  if left ~= 'gone' then
    redis.call('HSET', record, 'state', waits and 'waiting' or 'paused', 'reason', left, 'until', 0)
  end
  return { left }
end
local granted = math.min(tonumber(lines), left[1])
if not isTest then
  local isNew = redis.call('EXISTS', counts) == 0
  redis.call('HINCRBY', counts, 'used', granted)
  if keyId ~= '' then
    redis.call('HINCRBY', counts, keyId .. ':used', granted)
    redis.call('HSET', counts, keyId .. ':seen', now)
  end
  if isNew then redis.call('EXPIRE', counts, keep) end
end
redis.call('HSET', record, 'lane:' .. lane, table.concat({ chunk, from, granted, date, token }, ' '))
return { 'granted', granted, left[2], left[3] }
`)

/** Whether a waiting batch may go on (1 or 0). Keys: record, profile, API keys, counts. Arguments: date, now in seconds. */
const writeQuota = () =>
  script(`
${quotaLeft()}
local record, profile, apiKeys, counts = unpack(KEYS)
local keyId, isTest = unpack(redis.call('HMGET', record, 'key', 'test'))
local day, now = string.sub(ARGV[1], 9, 10), tonumber(ARGV[2])
local left = quotaLeft(profile, apiKeys, counts, keyId or '', isTest == '1', day, now)
return (left == 'quota' or left == 'key_quota' or left == 'failures') and 0 or 1
`)

/**
 * Stores the results of a lane's lines, counts them, refunds the lines that were reserved but do not count, and moves the lane
 * on. Keys: record, user, results, the counts of the month in which the lines were reserved, details, then the batch's lasting
 * keys. Arguments: lane, token, the first line, the one after the last, whether that ends the chunk (1), results, details (empty:
 * none), seconds to keep those, then numbers: lines found, failed, unreadable (each including duplicates), lookups that count,
 * lookups that failed after an upstream was asked; now, seconds that a batch is kept once it has ended; then pairs of operation
 * and outcome with their lookups (`resolve:ok`, 7). Answers { the state, calls used of the month, those of the API key }, both
 * without what the batch has reserved; or { `lost` } if another process has the lane, these results are already stored, or the
 * account is gone.
 */
export const finishScript = script(`
${readLane}${refundLines}
local record, user, results, counts, detailsKey = unpack(KEYS)
local lane, token, first, to, isLast, packed, details, keepDetails = unpack(ARGV)
local found, failed, unreadable, counted, failing, now, keep = unpack(ARGV, 9)
local chunk, from, reserved, day, holder = readLane(record, lane)
if holder ~= token or from ~= first or redis.call('EXISTS', user) == 0 then return { 'lost' } end
local state, keyId, isTest, lines = unpack(redis.call('HMGET', record, 'state', 'key', 'test', 'lines'))
local month = string.sub(day, 1, 7)
if to ~= from then
  redis.call('HSET', results, chunk .. ':' .. from, packed)
  redis.call('HSET', results, chunk, (redis.call('HGET', results, chunk) or '') .. from .. ' ')
  if details ~= '' then redis.call('SET', detailsKey, details, 'EX', keepDetails) end
end
if isTest ~= '1' then
  refundLines(counts, keyId or '', reserved - tonumber(counted))
  day = string.sub(day, 9, 10)
  for at = 16, #ARGV, 2 do redis.call('HINCRBY', counts, day .. ':' .. ARGV[at], ARGV[at + 1]) end
  if tonumber(failing) > 0 then redis.call('HINCRBY', counts, day .. ':failing', failing) end
end
if isLast == '1' then
  redis.call('HDEL', record, 'lane:' .. lane)
else
  redis.call('HSET', record, 'lane:' .. lane, table.concat({ chunk, to, 0, '-', token }, ' '))
end
redis.call('HINCRBY', record, 'found', found)
redis.call('HINCRBY', record, 'failed', failed)
redis.call('HINCRBY', record, 'unreadable', unreadable)
local done = redis.call('HINCRBY', record, 'done', found + failed + unreadable)
if done == tonumber(lines) then
  state = 'finished'
  redis.call('HSET', record, 'state', state, 'reason', '', 'ended', now)
  for _, key in ipairs({ record, results, unpack(KEYS, 6) }) do redis.call('EXPIRE', key, keep) end
end
local used, usedByKey = unpack(redis.call('HMGET', counts, 'used', (keyId or '') .. ':used'))
local ahead = 0
for other = 0, ${lanes - 1} do
  local _, _, reserved, day = readLane(record, other)
  if day and string.sub(day, 1, 7) == month then ahead = ahead + reserved end
end
return { state, tonumber(used or '0') - ahead, tonumber(usedByKey or '0') - ahead }
`)

// These scripts contain this server's plans, so they are built at their first use.
let reserve: Script | undefined
let quota: Script | undefined

/** See `writeReserve`. */
export function reserveScript(): Script {
  reserve ??= writeReserve()
  return reserve
}

/** See `writeQuota`. */
export function quotaScript(): Script {
  quota ??= writeQuota()
  return quota
}
