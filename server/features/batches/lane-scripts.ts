import accountRules from '@/server/metering/access/account-rules.lua'
import budgets from '@/server/metering/access/budgets.lua'
import type { MonthBudgetUse } from '@/server/metering/access/key-budgets'
import { planLimits } from '@/server/metering/access/limits'
import { maxSources } from '@/server/metering/access/sources'
import sources from '@/server/metering/access/sources.lua'
import values from '@/server/metering/access/values.lua'
import { type Script, script } from '@/server/platform/store/untyped'
import { lanes } from './limits'

/*
 * A batch is processed in lanes. The state of a lane is in one field of the record, `lane:0`:
 * "<chunk> <from> <size> <open> <token> <reserved> <day> <key> <client>". `from`: the first line of the
 * chunk without a result; `size`: how many lines to take at once; `open`: 1 from when lines are
 * taken until their results are stored; `token`: the holder; `reserved`: how many lines were
 * charged in advance, to the month of `day` and to `key`: the API key and the other budgets that
 * its calls count against, separated by commas (`-`: none); `client`: the label that the calls are
 * counted for, omitted if there is none. A process that takes a lane takes over this state, and the previous holder's token becomes invalid. If the lane is
 * open, the previous holder has died or hung, and its lines may be the cause, so the new holder
 * takes half as many lines.
 */

/** Describes budgets: "<id>:<limit>:<used>", separated by commas; "-" if there are none. See `readBudgetUses`. */
const describeBudgets = `
local function describe(budgets)
  local words = {}
  for at, budget in ipairs(budgets) do words[at] = budget.id .. ':' .. budget.limit .. ':' .. budget.used end
  return #words > 0 and table.concat(words, ',') or '-'
end
`

/** Reads a script's description of budgets. */
export const readBudgetUses = (described: string): MonthBudgetUse[] =>
  described === '-'
    ? []
    : described.split(',').map((word) => {
        const [id = '', limit, used] = word.split(':')
        return { id, limit: Number(limit), used: Number(used) }
      })

/** Reads a lane from the record and writes it back. */
export const laneFields = `
local function readLane(record, lane)
  local text = redis.call('HGET', record, 'lane:' .. lane) or ''
  local chunk, from, size, open, token, reserved, day, key, client =
    string.match(text, '^(%d+) (%d+) (%d+) (%d) (%S+) (%d+) (%S+) (%S+) ?(.*)$')
  if not chunk then return nil end
  return {
    chunk = chunk, from = from, size = tonumber(size), open = open, token = token,
    reserved = tonumber(reserved), day = day, key = key, client = client,
  }
end
local function writeLane(record, lane, held)
  local fields = { held.chunk, held.from, held.size, held.open, held.token, held.reserved, held.day, held.key }
  if (held.client or '') ~= '' then fields[#fields + 1] = held.client end
  redis.call('HSET', record, 'lane:' .. lane, table.concat(fields, ' '))
end
`

/**
 * Refunds lines to the month that was charged for them in advance, and to the API key that paid with its other budgets, also
 * to their day (`27`). The counts of a deleted key are gone, unless they still count for other keys, and so are those of
 * earlier days.
 */
export const refundLines = `
local function countedFields(payers)
  local fields = {}
  for id in string.gmatch(payers, '[^,-]+') do fields[#fields + 1] = id .. (#fields == 0 and ':used' or ':others') end
  return fields
end
local function refundLines(counts, payers, day, lines)
  if lines == 0 then return end
  redis.call('HINCRBY', counts, 'used', -lines)
  local fields = countedFields(payers)
  for id in string.gmatch(payers, '[^,-]+') do fields[#fields + 1] = id .. ':day:' .. day end
  for _, field in ipairs(fields) do
    if redis.call('HEXISTS', counts, field) == 1 then redis.call('HINCRBY', counts, field, -lines) end
  end
end
`

/** Counts lines by API key and client. */
export const countSources = `
local maxSources = ${maxSources}
${sources}`

/** Refunds the lines that a lane reserved on a day in this month or the previous one. */
export const refundLane = `
local function refundLane(counts, countsBefore, month, monthBefore, held)
  local of, day = string.sub(held.day, 1, 7), string.sub(held.day, 9, 10)
  if of == month then refundLines(counts, held.key, day, held.reserved)
  elseif of == monthBefore then refundLines(countsBefore, held.key, day, held.reserved) end
  held.reserved, held.day, held.key, held.client = 0, '-', '-', ''
end
`

/**
 * Returns how many lines may still be looked up: { lines, the plan's limit (-1: none), the API key's budgets and client }; or the
 * reason why none may be looked up: a `BatchReason` or `gone`.
 */
export const quotaLeft = () => `
${values}${budgets}${planLimits()}${accountRules}local function quotaLeft(profile, apiKeys, counts, keyId, isTest, day, now)
  local plan, whyNot = planOfAccount(profile)
  if not plan then return whyNot end
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
  if isTest then return { any, -1, {} } end
  local budgets, fields = budgetsOf(key), { 'used', day .. ':failing' }
  addBudgetFields(fields, budgets, day)
  local stored = readCounts(counts, fields)
  setBudgetUse(budgets, stored)
  local month = monthOf(plan, budgets, tonumber(stored.used or '0'), tonumber(stored[day .. ':failing'] or '0'))
  local over = overLimit(month, true)
  if over then return over end
  local left = month.limit >= 0 and month.limit - month.used or any
  for _, budget in ipairs(budgets) do
    if budget.limit >= 0 then left = math.min(left, budget.limit - budget.used) end
    if budget.dailyLimit >= 0 then left = math.min(left, budget.dailyLimit - budget.usedInDay) end
  end
  return { left, month.limit, budgets, key.client }
end
-- Whether a reason is a limit that resets, so that the batch waits.
local function resets(reason)
  return reason == 'quota' or reason == 'key_quota' or reason == 'key_daily_quota' or reason == 'failures'
end
`

/**
 * Takes a lane and refunds the lines previously reserved for it. Keys: record, counts of this month and the previous
 * one. Arguments: both months, lane, run, token, number of chunks, the maximum number of lines to take at once. Returns
 * { `taken`, chunk, first line, how many to take, how many of the batch's lines have hung their process (0 unless the
 * next line has) }; { `complete` } if all rows have results; { `empty` } if no chunk is left; { `early` } if the run has not started; { `late` } if a later run
 * has started; { `gone` }; or { the state }.
 */
export const takeScript = script(`
${laneFields}${refundLines}${refundLane}
local record, counts, countsBefore = unpack(KEYS)
local month, monthBefore, lane, run, token, chunks, most = unpack(ARGV)
local state, ownRun, nextChunk, isTest, rows, done =
  unpack(redis.call('HMGET', record, 'state', 'run', 'next', 'test', 'rows', 'done'))
if not state then return { 'gone' } end
ownRun, run, nextChunk = tonumber(ownRun or '0'), tonumber(run), tonumber(nextChunk or '0')
if run ~= ownRun then return { run > ownRun and 'early' or 'late' } end
local held = readLane(record, lane)
if held and held.reserved > 0 and isTest ~= '1' then refundLane(counts, countsBefore, month, monthBefore, held) end
if held then held.reserved, held.day, held.key, held.client = 0, '-', '-', '' end
if state ~= 'running' then
  if held then
    held.token = '-'
    writeLane(record, lane, held)
  end
  return { state == 'queued' and 'early' or state }
end
if rows == done then return { 'complete' } end
local hung = 0
if not held then
  if nextChunk >= tonumber(chunks) then return { 'empty' } end
  held = { chunk = nextChunk, from = 0, size = tonumber(most), reserved = 0, day = '-', key = '-' }
  redis.call('HSET', record, 'next', nextChunk + 1)
elseif held.open == '1' then
  if held.size == 1 then hung = redis.call('HINCRBY', record, 'hung', 1) end
  held.size = math.ceil(held.size / 2)
end
held.open, held.token = '1', token
writeLane(record, lane, held)
return { 'taken', tonumber(held.chunk), tonumber(held.from), held.size, hung }
`)

/**
 * Charges an account for lines before they are looked up, as many as its quota allows. Keys: record, profile, API keys, counts.
 * Arguments: lane, token, lines, date, now in seconds, seconds to keep counts. Returns { `granted`, lines, the plan's
 * limit, the API key's budgets (see `describe`) }, { `lost` }, { `gone` }, or { the reason } why the batch now waits or is
 * paused.
 */
const writeReserve = () =>
  script(`
${laneFields}${refundLines}${quotaLeft()}${describeBudgets}
local record, profile, apiKeys, counts = unpack(KEYS)
local lane, token, lines, date, now, keep = unpack(ARGV)
local held = readLane(record, lane)
if not held or held.token ~= token then return { 'lost' } end
local state, keyId, isTest, client = unpack(redis.call('HMGET', record, 'state', 'key', 'test', 'client'))
keyId, isTest = keyId or '', isTest == '1'
if state ~= 'running' then return { 'lost' } end
local day = string.sub(date, 9, 10)
local left = quotaLeft(profile, apiKeys, counts, keyId, isTest, day, tonumber(now))
if type(left) == 'string' then
  local waits = resets(left)
  if left ~= 'gone' then
    redis.call('HSET', record, 'state', waits and 'waiting' or 'paused', 'reason', left, 'until', 0)
    held.open = '0'
    writeLane(record, lane, held)
  end
  return { left }
end
local any, limit, budgets, ofKey = unpack(left)
local granted = math.min(tonumber(lines), any)
local payers = { keyId ~= '' and keyId or nil }
for _, budget in ipairs(budgets) do
  if budget.id ~= keyId then payers[#payers + 1] = budget.id end
end
held.reserved, held.day, held.key = granted, date, #payers > 0 and table.concat(payers, ',') or '-'
held.client = client or type(ofKey) == 'string' and ofKey or ''
if not isTest then
  local isNew = redis.call('EXISTS', counts) == 0
  redis.call('HINCRBY', counts, 'used', granted)
  for _, field in ipairs(countedFields(held.key)) do redis.call('HINCRBY', counts, field, granted) end
  for _, budget in ipairs(budgets) do redis.call('HINCRBY', counts, budget.dayField, granted) end
  dropEarlierDays(counts, budgets, day)
  if keyId ~= '' then redis.call('HSET', counts, keyId .. ':seen', now) end
  if isNew then redis.call('EXPIRE', counts, keep) end
end
writeLane(record, lane, held)
return { 'granted', granted, limit, describe(budgets) }
`)

/**
 * Returns whether a waiting batch may resume (1 or 0). Keys: record, profile, API keys, counts. Arguments: date, now in
 * seconds.
 */
const writeQuota = () =>
  script(`
${quotaLeft()}
local record, profile, apiKeys, counts = unpack(KEYS)
local keyId, isTest = unpack(redis.call('HMGET', record, 'key', 'test'))
local day, now = string.sub(ARGV[1], 9, 10), tonumber(ARGV[2])
local left = quotaLeft(profile, apiKeys, counts, keyId or '', isTest == '1', day, now)
return resets(left) and 0 or 1
`)

/**
 * Stores and counts the results of a lane's lines, refunds the reserved lines that do not count, and advances the lane. Keys:
 * record, members, results, the counts of the month in which the lines were reserved, details.
 * Arguments: lane, token, the first line, the line after the last, whether that ends the chunk (1), results, details
 * (empty: none), seconds to keep the details, the number of rows in each bucket as JSON (including duplicates, without
 * headings and blank rows), then numbers: rows that are done, lookups that count, lookups that failed after an upstream was called, the maximum number of lines to
 * take at once; then each pair of operation and outcome, and each error code, with its number of
 * lookups (`resolve:ok`, 7, `listing_not_found`, 2). Returns { the state, or `complete` if all rows have results, calls used this month, calls used by the API key that paid }, both
 * without the batch's reserved lines; or { `lost` } if another process has the lane, these results are already stored,
 * or the account is gone.
 */
export const finishScript = script(`
${laneFields}${refundLines}${values}${budgets}${describeBudgets}${countSources}
local record, members, results, counts, detailsKey = unpack(KEYS)
local lane, token, first, to, isLast, packed, details, keepDetails, buckets = unpack(ARGV)
local done, counted, failing, most = unpack(ARGV, 10)
local held = readLane(record, lane)
if not held or held.token ~= token or held.from ~= first or redis.call('EXISTS', members) == 0 then return { 'lost' } end
local state, isTest, rows = unpack(redis.call('HMGET', record, 'state', 'test', 'rows'))
local month, payers = string.sub(held.day, 1, 7), held.key
if to ~= held.from then
  redis.call('HSET', results, held.chunk .. ':' .. held.from, packed)
  redis.call('HSET', results, held.chunk, (redis.call('HGET', results, held.chunk) or '') .. held.from .. ' ')
  if details ~= '' then redis.call('SET', detailsKey, details, 'EX', keepDetails) end
end
local day = string.sub(held.day, 9, 10)
if isTest ~= '1' then
  refundLines(counts, held.key, day, held.reserved - tonumber(counted))
  for at = 14, #ARGV, 2 do redis.call('HINCRBY', counts, day .. ':' .. ARGV[at], ARGV[at + 1]) end
  if tonumber(failing) > 0 then redis.call('HINCRBY', counts, day .. ':failing', failing) end
  local keyId = string.match(payers, '^key_%w+')
  -- A key that has been revoked since has no such count.
  local isRevoked = keyId and redis.call('HEXISTS', counts, keyId .. ':seen') == 0
  if counted ~= '0' then countSource(counts, sourceOf(isRevoked and 'revoked' or keyId or '-', held.client), day, counted) end
end
if isLast == '1' then
  redis.call('HDEL', record, 'lane:' .. lane)
else
  local size = to == held.from and held.size or math.min(2 * held.size, tonumber(most))
  local rest = { chunk = held.chunk, from = to, size = size, open = '0', token = token, reserved = 0, day = '-', key = '-' }
  writeLane(record, lane, rest)
end
for bucket, count in pairs(cjson.decode(buckets)) do redis.call('HINCRBY', record, bucket, count) end
if redis.call('HINCRBY', record, 'done', done) == tonumber(rows) then state = 'complete' end
local budgets, fields = {}, { 'used' }
for id in string.gmatch(payers, '[^,-]+') do budgets[#budgets + 1] = { id = id, limit = -1 } end
addBudgetFields(fields, budgets, day)
local stored = readCounts(counts, fields)
setBudgetUse(budgets, stored)
local used = tonumber(stored.used or '0')
for other = 0, ${lanes - 1} do
  local held = readLane(record, other)
  if held and string.sub(held.day, 1, 7) == month then
    used = used - held.reserved
    for id in string.gmatch(held.key, '[^,-]+') do
      for _, budget in ipairs(budgets) do
        if budget.id == id then budget.used = budget.used - held.reserved end
      end
    end
  end
end
return { state, used, describe(budgets) }
`)

/**
 * Stores which rows of a chunk have the listing of an earlier row, and the audit codes of its rows. Keys: record,
 * duplicates, findings. Arguments: chunk, those rows (empty: none) and the codes, both packed, seconds to keep them.
 */
export const chunkAuditScript = script(`
local record, duplicates, findings = unpack(KEYS)
local chunk, packed, codes, keep = unpack(ARGV)
if redis.call('EXISTS', record) == 0 then return 0 end
if packed ~= '' then redis.call('HSET', duplicates, chunk, packed) end
redis.call('HSET', findings, chunk, codes)
for _, key in ipairs({ duplicates, findings }) do redis.call('EXPIRE', key, keep) end
return 1
`)

/**
 * Finishes a running batch whose rows all have results. Keys: record, then the batch's other lasting keys. Arguments: how
 * many rows repeat an earlier one, the audit as JSON, now, seconds to keep the batch. Returns the state of the batch.
 */
export const completeScript = script(`
local record = KEYS[1]
local duplicates, audit, now, keep = unpack(ARGV)
local state, rows, done = unpack(redis.call('HMGET', record, 'state', 'rows', 'done'))
if not state then return 'gone' end
if state ~= 'running' or rows ~= done then return state end
redis.call('HSET', record, 'state', 'finished', 'reason', '', 'ended', now, 'duplicates', duplicates, 'audit', audit)
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, keep) end
return 'finished'
`)

// The scripts contain this server's plans, so they are built on first use.
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
