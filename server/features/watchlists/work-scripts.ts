import { countSources, quotaLeft } from '@/server/features/batches/lane-scripts'
import { memberScript } from '@/server/metering/access/member-script'
import { type Script, script } from '@/server/platform/store/untyped'
import { eventsBesides, eventsPerListing } from './limits'
import { settleReserved } from './watch-store'
import { auditCounts, listingCounts, listingStates } from './watchlist'

/*
 * The scripts that do the work on watchlists. Every step is one script, so a process may be killed at any point: a listing's
 * change and its event are stored together, or neither is.
 */

/**
 * Takes a watchlist to work on, if no other process has it. Keys: record, due, closure due, buckets, the month's counts.
 * Arguments: token, now, when the lease ends, the month, whether the holder has died (1), the latest time for which a
 * check may be scheduled in each period, maximum buckets. Closure checks that are on hold are not due. Returns { `gone` }, { `paused` }, { `busy`, until }, { `later`, until }, {
 * `add`, line reached }, { `idle`, when the next bucket is due }, or { `check`, bucket, its value, and so on }.
 */
export const takeScript = script(`
${settleReserved}
local record, due, closureDue, buckets, counts = unpack(KEYS)
local token, now, untilMs, month = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local created, paused, lease, waits, batch, line, period, closures, closuresUntil = unpack(redis.call('HMGET', record,
  'created', 'paused', 'lease', 'until', 'batch', 'line', 'period', 'closures', 'closuresUntil'))
closuresUntil = tonumber(closuresUntil or '0')
if not created then return { 'gone' } end
local holder, held = string.match(lease or '', '^(%S+) (%d+)$')
-- A lease that ends later than a new one would was written before the clock was set back.
if ARGV[5] ~= '1' and holder and holder ~= token and tonumber(held) > now and tonumber(held) <= tonumber(untilMs) then
  return { 'busy', held }
end
settle(record, counts, month, 0)
redis.call('HSET', record, 'lease', token .. ' ' .. untilMs)
if paused == '1' then return { 'paused' } end
if (batch or '') ~= '' then return { 'add', line or '0' } end
if tonumber(waits or '0') > now then return { 'later', waits } end
local function dueIn(set, period)
  local taken = redis.call('ZRANGEBYSCORE', set, '-inf', now, 'LIMIT', 0, ARGV[8])
  if #taken > 0 then return taken end
  local last, planned = unpack(redis.call('ZREVRANGE', set, 0, 0, 'WITHSCORES'))
  local latest = period == 'weekly' and ARGV[6] or ARGV[7]
  return { last and tonumber(planned) > tonumber(latest) and last or nil }
end
local taken = dueIn(due, period)
if #taken == 0 and closuresUntil <= now then taken = dueIn(closureDue, closures) end
if #taken == 0 then
  local next = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')[2]
  local ofClosure = redis.call('ZRANGE', closureDue, 0, 0, 'WITHSCORES')[2]
  if not ofClosure then return { 'idle', next or '' } end
  local times = { tonumber(next or 'inf'), math.max(tonumber(ofClosure), closuresUntil) }
  return { 'idle', string.format('%.0f', math.min(unpack(times))) }
end
local reply = { 'check' }
for _, bucket in ipairs(taken) do
  reply[#reply + 1] = bucket
  reply[#reply + 1] = redis.call('HGET', buckets, bucket) or ''
end
return reply
`)

/** Ends the work on a watchlist. Key: record. Arguments: token; then fields to set. Returns 1 if the token was still valid. */
export const leaveScript = script(`
local record, token = KEYS[1], ARGV[1]
if string.match(redis.call('HGET', record, 'lease') or '', '^%S+') ~= token then return 0 end
redis.call('HDEL', record, 'lease')
if #ARGV > 1 then redis.call('HSET', record, unpack(ARGV, 2)) end
return 1
`)

/**
 * Replaces a bucket that has not changed since it was read, and updates everything that depends on it. Keys: record,
 * buckets, due, closure due, marks, events, days, watched, the month's counts. Arguments: watchlist id; bucket; the
 * version that was read (empty: none); its new value (empty: delete it); when it is due, and for closure checks (empty:
 * never); its marks (empty: none); the account's maximum listings; the holder's token and when its lease ends (empty: not
 * a check); now; day; checks; failed checks; change in the number of failing listings; the last error code; checks that
 * count toward the quota; the month; why closure checks are on hold and until when (empty: no change; 0: not on hold);
 * when events expire; the settings and the last request to check all listings, on which its due times are based; then
 * the change in the number of listings in each state, and in each further count; then events. Returns `done`, `gone`, `lost`, `changed`, or `full`.
 */
export const writeScript = memberScript(
  `
${settleReserved}${countSources}
local record, buckets, due, closureDue, marks, events, days, watched, counts = unpack(KEYS)
local id, bucket, version, value, dueMs, closureDueMs, mark, most, token, untilMs, now, day = unpack(ARGV, 1, 12)
local checks, failed, failing, code, counted, month, holdReason, holdUntil, oldest, based = unpack(ARGV, 13, 22)
local states = { '${[...listingCounts, ...auditCounts].join("', '")}' }
local first = 22
if redis.call('HEXISTS', record, 'created') == 0 then return 'gone' end
if token ~= '' and string.match(redis.call('HGET', record, 'lease') or '', '^%S+') ~= token then return 'lost' end
local present = redis.call('HGET', buckets, bucket)
if (present and string.match(present, '^%d+') or '') ~= version then return 'changed' end
local more = 0
for at = 1, ${listingStates.length} do more = more + ARGV[first + at] end
if more > 0 then
  local all = more
  for _, size in ipairs(redis.call('HVALS', watched)) do all = all + size end
  if all > tonumber(most) then return 'full' end
end
if value == '' then redis.call('HDEL', buckets, bucket)
else redis.call('HSET', buckets, bucket, redis.call('HINCRBY', record, 'version', 1) .. ' ' .. value) end
local period, closures, forced = unpack(redis.call('HMGET', record, 'period', 'closures', 'forced'))
local isCurrent = period .. ' ' .. (closures or 'off') .. ' ' .. (forced or '0') == based
local function plan(set, at)
  if at == '' then redis.call('ZREM', set, bucket) else redis.call('ZADD', set, isCurrent and at or now, bucket) end
end
plan(due, dueMs)
plan(closureDue, (closures or 'off') == 'off' and '' or isCurrent and closureDueMs or dueMs)
if mark == '' then redis.call('HDEL', marks, bucket) else redis.call('HSET', marks, bucket, mark) end
for at, state in ipairs(states) do
  if ARGV[first + at] ~= '0' then redis.call('HINCRBY', record, state, ARGV[first + at]) end
end
local size = redis.call('HINCRBY', watched, id, more)
if failing ~= '0' then
  local all = redis.call('HINCRBY', record, 'failing', failing)
  if all == tonumber(failing) then redis.call('HSET', record, 'failingSince', now) end
end
if code ~= '' then redis.call('HSET', record, 'failingCode', code) end
if token ~= '' then
  redis.call('HSET', record, 'lease', token .. ' ' .. untilMs, 'reason', '', 'until', 0)
  if holdUntil ~= '' then redis.call('HSET', record, 'closuresReason', holdReason, 'closuresUntil', holdUntil) end
  settle(record, counts, month, tonumber(counted))
  if counted ~= '0' then
    local ofMonth = string.sub(day, 9, 10)
    redis.call('HINCRBY', counts, ofMonth .. ':resolve:ok', counted)
    countSource(counts, sourceOf('watch', redis.call('HGET', record, 'client')), ofMonth, counted)
  end
  if checks ~= '0' then
    redis.call('HSET', record, 'checked', now)
    redis.call('HINCRBY', days, day .. ':checks', checks)
  end
  if failed ~= '0' then redis.call('HINCRBY', days, day .. ':failed', failed) end
end
local last = first + #states
for at = last + 1, #ARGV do
  redis.call('HSET', record, 'lastEvent', redis.call('XADD', events, '*', 'event', ARGV[at]))
  local kind = string.match(ARGV[at], '^%["listing%.(%a+)"')
  if kind ~= 'unreadable' then redis.call('HINCRBY', days, day .. ':' .. kind, 1) end
end
if #ARGV > last then
  redis.call('XTRIM', events, 'MAXLEN', ${eventsBesides} + ${eventsPerListing} * math.max(size, 0))
  redis.call('XTRIM', events, 'MINID', oldest)
end
return 'done'
`,
  { needsAccount: false },
)

/**
 * Charges an account in advance for checks, as many as its quota allows. Keys: record, profile, counts. Arguments:
 * token, checks, date, now in seconds, seconds to keep counts. Returns how many (-1: another process has the watchlist)
 * or why none.
 */
const writeReserve = () =>
  script(`
${quotaLeft()}
local record, profile, counts = unpack(KEYS)
local token, checks, date, now, keep = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]), ARGV[5]
if string.match(redis.call('HGET', record, 'lease') or '', '^%S+') ~= token then return -1 end
local left = quotaLeft(profile, profile, counts, '', false, string.sub(date, 9, 10), now)
if type(left) == 'string' then return left end
checks = math.min(checks, left[1])
local isNew = redis.call('EXISTS', counts) == 0
redis.call('HINCRBY', counts, 'used', checks)
if isNew then redis.call('EXPIRE', counts, keep) end
redis.call('HSET', record, 'reserved', checks .. ' ' .. string.sub(date, 1, 7))
return checks
`)

let reserve: Script | undefined

/** See `writeReserve`. Built on first use, because it contains this server's plans. */
export function reserveScript(): Script {
  reserve ??= writeReserve()
  return reserve
}

/**
 * Advances the line reached while a batch's listings are added. Key: record. Arguments: the previous line, the new line
 * (empty: all added), whether the plan allows no more (1), the counts of lines without a listing. Returns 1 if the
 * previous line was still current.
 */
export const advanceScript = script(`
local record = KEYS[1]
if redis.call('HEXISTS', record, 'created') == 0 or (redis.call('HGET', record, 'line') or '0') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('HDEL', record, 'batch', 'line', 'lines') else redis.call('HSET', record, 'line', ARGV[2]) end
if ARGV[3] == '1' then redis.call('HSET', record, 'full', 1) end
redis.call('HSET', record, 'withoutListing', ARGV[4])
return 1
`)

/**
 * Takes the next events to post; the same ones until `postedScript` runs. Keys: record, events. Arguments: maximum,
 * maximum bytes. Returns the ids and events, alternating; nothing if there are none.
 */
export const takeEventsScript = script(`
local record, events = unpack(KEYS)
local most, maxBytes = ARGV[1], tonumber(ARGV[2])
local posted, posting, lastEvent = unpack(redis.call('HMGET', record, 'posted', 'posting', 'lastEvent'))
posted, posting = posted or '', posting or ''
if posting == '' and posted == (lastEvent or '') then return {} end
local from = '-'
if posted ~= '' then
  local ms, sequence = string.match(posted, '^(%d+)-(%d+)$')
  from = ms .. '-' .. string.format('%.0f', sequence + 1)
end
local taken, bytes = {}, 0
for _, entry in ipairs(redis.call('XRANGE', events, from, posting == '' and '+' or posting, 'COUNT', most)) do
  bytes = bytes + #entry[2][2]
  if #taken > 0 and posting == '' and bytes > maxBytes then break end
  taken[#taken + 1] = entry[1]
  taken[#taken + 1] = entry[2][2]
end
if #taken == 0 then
  redis.call('HSET', record, 'posted', posting == '' and (lastEvent or '') or posting, 'posting', '')
  return {}
end
if posting == '' then redis.call('HSET', record, 'posting', taken[#taken - 1]) end
return taken
`)

/** Records that events were posted. Key: record. Argument: the last event. */
export const postedScript = script(`
if redis.call('HGET', KEYS[1], 'posting') == ARGV[1] then redis.call('HSET', KEYS[1], 'posted', ARGV[1], 'posting', '') end
return 1
`)

/**
 * Takes a digest's events; the same ones until the digest is emailed. Key: record. Arguments: when the digest was due,
 * the last event. Returns the last event to email; nothing if the digest has since been changed or emailed.
 */
export const takeDigestScript = script(`
if redis.call('HGET', KEYS[1], 'digestDue') ~= ARGV[1] then return false end
local mailing = redis.call('HGET', KEYS[1], 'mailing') or ''
if mailing ~= '' then return mailing end
redis.call('HSET', KEYS[1], 'mailing', ARGV[2])
return ARGV[2]
`)

/** Ends an attempt to email a digest. Key: record. Arguments: when it was due; then fields to set unless it changed. */
export const endDigestScript = script(`
if redis.call('HGET', KEYS[1], 'digestDue') == ARGV[1] then redis.call('HSET', KEYS[1], unpack(ARGV, 2)) end
return 1
`)

/**
 * Grants checks in a window. Keys: the window, the previous one. Arguments: account, checks, maximum in the window,
 * seconds to keep it. Accounts that had checks in the previous window or want some in this one share it evenly. Returns
 * how many were granted.
 */
export const grantScript = script(`
local window, before = unpack(KEYS)
local account, wanted, most, keep = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local isNew = redis.call('EXISTS', window) == 0
local all, own = unpack(redis.call('HMGET', window, 'all', account))
local accounts = {}
for _, key in ipairs({ window, before }) do
  for _, field in ipairs(redis.call('HKEYS', key)) do accounts[field] = true end
end
accounts.all, accounts[account] = nil, true
local sharers = 0
for _ in pairs(accounts) do sharers = sharers + 1 end
local left = most - tonumber(all or '0')
local share = math.ceil(most / sharers) - tonumber(own or '0')
local granted = math.max(0, math.min(wanted, left, share))
redis.call('HINCRBY', window, 'all', granted)
redis.call('HINCRBY', window, account, granted)
if isNew then redis.call('EXPIRE', window, keep) end
return granted
`)
