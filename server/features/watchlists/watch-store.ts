import { refundLines } from '@/server/features/batches/lane-scripts'
import { memberScript } from '@/server/metering/access/member-script'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { bucketCount } from './watchlist'

/*
 * How watchlists are stored, and the scripts that create and change them. The scripts that work on
 * them are in `work-scripts.ts`.
 */

/** Returns the Redis keys of an account's watchlists, with the same hash tag `{account}` as its other data. */
export function watchlistsOf(accountId: string) {
  const tag = `{${accountId}}`
  return {
    /** Sorted set: watchlist id -> when it was created, epoch milliseconds. */
    index: `${tag}:watchlists`,
    /** Hash: watchlist id -> how many listings it has. */
    watched: `${tag}:watched`,
  }
}

/**
 * Returns the Redis keys of one watchlist.
 * @param id `watch_` and 16 base62 characters.
 */
export function watchKeys(accountId: string, id: string) {
  const list = `{${accountId}}:watch:${id}`
  return {
    /**
     * Hash: see `Watchlist`; `salt`: see `bucketOf`; `version`: of the last change; `request`: a digest of the request that created it;
     * `lease`: "<token> <until>"; `reserved`.
     */
    record: list,
    /** Hash: bucket number -> "<version> <its listings, packed>". */
    buckets: `${list}:buckets`,
    /** Sorted set: bucket number -> when it is next checked, epoch milliseconds. */
    due: `${list}:due`,
    /** Sorted set: bucket number -> when it is next checked for closure; empty unless closures are checked. */
    closureDue: `${list}:closure-due`,
    /** Hash: bucket number -> how many listings have each of `marks`, unless all are 0. */
    marks: `${list}:marks`,
    /** Stream: events of the last 90 days, see `StoredEvent`. */
    events: `${list}:events`,
    /** Hash: `2026-11-25:checks`, `:failed`, `:moved`, `:gone`, `:back`, `:closed`, `:reopened` -> count, for a month. */
    days: `${list}:days`,
  }
}

/** Refunds checks that were charged in advance but not used, "<checks> <month>". */
export const settleReserved = `
${refundLines}
local function settle(record, counts, month, used)
  local reserved, of = string.match(redis.call('HGET', record, 'reserved') or '', '^(%d+) (%S+)$')
  if not reserved then return end
  if of == month then refundLines(counts, '-', '-', reserved - used) end
  redis.call('HDEL', record, 'reserved')
end
`

/**
 * Sorted set: "<account> <watchlist>" -> when there is work to do next, epoch milliseconds. It is not in the
 * watchlists' cluster slots, so it may lag behind. An early entry causes an unnecessary turn. No entry stays late for
 * long, because a process that finishes its work checks again after writing the entry.
 */
export const allDue = 'watch:due'

/**
 * Hash for each window: account -> its checks; `all` -> all accounts' checks. Expires. One script uses several hashes.
 */
export const windowKey = (window: number) => `{watch}:checks:${window}`

/**
 * Creates a watchlist unless there are too many. Keys: index, record, watched. Arguments: id, now, maximum watchlists;
 * then the record's fields. Returns `created`, `too many`, or, if the id exists, `known` for the same `request` or
 * `other` for another.
 */
export const createScript = memberScript(`
local index, record, watched = unpack(KEYS)
local id, now, most = unpack(ARGV)
local request = redis.call('HGET', record, 'request')
if request then
  for at = 4, #ARGV, 2 do
    if ARGV[at] == 'request' then return ARGV[at + 1] == request and 'known' or 'other' end
  end
end
if redis.call('ZCARD', index) >= tonumber(most) then return 'too many' end
redis.call('HSET', record, 'created', now, unpack(ARGV, 4))
redis.call('HSET', watched, id, 0)
redis.call('ZADD', index, now, id)
return 'created'
`)

/**
 * Sets fields of an existing record. Key: record. Arguments: fields and values. Returns its fields; nothing if it is
 * gone.
 */
export const updateScript = memberScript(
  `
if redis.call('HEXISTS', KEYS[1], 'created') == 0 then return {} end
redis.call('HSET', KEYS[1], unpack(ARGV))
return redis.call('HGETALL', KEYS[1])
`,
  { needsAccount: false },
)

/**
 * Changes how often listings are checked. A bucket is then checked at its next time in the new period, unless it was
 * due earlier. Keys: record, due. Arguments: now, period, its length in milliseconds. Returns 0 if the record is gone.
 */
export const periodScript = memberScript(
  `
local record, due = unpack(KEYS)
local now, period, length = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local created = redis.call('HGET', record, 'created')
if not created then return 0 end
redis.call('HSET', record, 'period', period)
local planned = redis.call('ZRANGE', due, 0, -1, 'WITHSCORES')
for at = 1, #planned, 2 do
  local next = now + (created + math.floor(planned[at] * length / ${bucketCount}) - now) % length
  if next < tonumber(planned[at + 1]) then redis.call('ZADD', due, string.format('%.0f', next), planned[at]) end
end
return 1
`,
  { needsAccount: false },
)

/**
 * Changes how often listings are checked for closure. Every bucket then gets a new time, and buckets with listings that
 * are due are checked now. Keys: record, due, closure due. Arguments: now, interval.
 */
export const closuresScript = memberScript(
  `
local record, due, closureDue = unpack(KEYS)
local now, closures = unpack(ARGV)
if redis.call('HEXISTS', record, 'created') == 0 then return 0 end
redis.call('HSET', record, 'closures', closures, 'closuresReason', '', 'closuresUntil', 0)
redis.call('DEL', closureDue)
if closures == 'off' then return 1 end
for _, bucket in ipairs(redis.call('ZRANGE', due, 0, -1)) do redis.call('ZADD', closureDue, now, bucket) end
return 1
`,
  { needsAccount: false },
)

/**
 * Deletes a watchlist with all its data, and refunds checks that were charged in advance. Keys: record, this month's
 * counts, index, watched; then all others. Arguments: id, the month.
 */
export const deleteScript = memberScript(
  `
${settleReserved}
local record, counts, index, watched = unpack(KEYS)
settle(record, counts, ARGV[2], 0)
redis.call('UNLINK', record, unpack(KEYS, 5))
redis.call('HDEL', watched, ARGV[1])
redis.call('ZREM', index, ARGV[1])
return 1
`,
  { needsAccount: false },
)

/**
 * Makes all listings due, with a minimum interval. Keys: record, due. Arguments: now, minimum time between calls.
 * Returns the time of the last call if it is too recent, `gone`, or `done`.
 */
export const checkNowScript = memberScript(
  `
local record, due = unpack(KEYS)
local now, between = tonumber(ARGV[1]), tonumber(ARGV[2])
if redis.call('HEXISTS', record, 'created') == 0 then return 'gone' end
local forced = tonumber(redis.call('HGET', record, 'forced') or '0')
if forced > now - between and forced <= now then return string.format('%.0f', forced) end
redis.call('HSET', record, 'forced', ARGV[1])
for _, bucket in ipairs(redis.call('ZRANGE', due, 0, -1)) do redis.call('ZADD', due, ARGV[1], bucket) end
return 'done'
`,
  { needsAccount: false },
)

/** Returns the keys of the write script. @param counts the counts of the month that checks count toward. */
export function writeKeys(accountId: string, id: string, month: string): string[] {
  const { record, buckets, due, closureDue, marks, events, days } = watchKeys(accountId, id)
  return [
    record,
    buckets,
    due,
    closureDue,
    marks,
    events,
    days,
    watchlistsOf(accountId).watched,
    redisKeys(accountId).counts(month),
  ]
}
