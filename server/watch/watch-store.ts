import { redisKeys } from '@/server/access/redis-keys'
import { refundLines } from '@/server/batches/lane-scripts'
import { script } from '@/server/store/script'
import { bucketCount } from './watchlist'

/*
 * How watchlists are stored, and the scripts that create and change them. Those of the work on them are in `work-scripts.ts`.
 */

/** Returns the Redis keys of all watchlists of an account. They share the hash tag `{account}` with all its other data. */
export function watchlistsOf(accountId: string) {
  const tag = `{${accountId}}`
  return {
    /** Sorted set: ids of watchlists -> when they were created, epoch milliseconds. */
    index: `${tag}:watchlists`,
    /** Hash: id of a watchlist -> how many listings it has. */
    watched: `${tag}:watched`,
  }
}

/**
 * Returns the Redis keys of one watchlist.
 * @param id `watch_` and 16 characters base62.
 */
export function watchKeys(accountId: string, id: string) {
  const list = `{${accountId}}:watch:${id}`
  return {
    /**
     * Hash: see `Watchlist`; `salt`: see `bucketOf`; `version`: of the last change; `request`: a digest of the request that created it;
     * `lease`: "<token> <until>"; `reserved`.
     */
    record: list,
    /** Hash: number of a bucket -> "<version> <its listings, packed>". */
    buckets: `${list}:buckets`,
    /** Sorted set: number of a bucket -> when it is checked next, epoch milliseconds. */
    due: `${list}:due`,
    /** Hash: number of a bucket -> "<moved> <gone> <unreadable>", if any of them is not 0. */
    marks: `${list}:marks`,
    /** Stream: events of the last 90 days, see `StoredEvent`. */
    events: `${list}:events`,
    /** Hash: `2026-11-25:checks`, `:failed`, `:moved`, `:gone`, `:back` -> count, for a month. */
    days: `${list}:days`,
  }
}

/** Refunds the checks that a holder charged for in advance, "<checks> <month>", except those used. */
export const settleReserved = `
${refundLines}
local function settle(record, counts, month, used)
  local reserved, of = string.match(redis.call('HGET', record, 'reserved') or '', '^(%d+) (%S+)$')
  if not reserved then return end
  if of == month then refundLines(counts, '-', reserved - used) end
  redis.call('HDEL', record, 'reserved')
end
`

/**
 * Sorted set: "<account> <watchlist>" -> when there is work to do next, epoch milliseconds. In another slot of a cluster than the
 * watchlists, so it may lag behind: an entry that is too early causes an unnecessary look, and none is ever too late for long, because
 * a process that finishes its work looks again after it has written the entry.
 */
export const allDue = 'watch:due'

/** Hash for each window: account -> its checks; `all` -> those of all accounts. Expires. One script uses several of them. */
export const windowKey = (window: number) => `{watch}:checks:${window}`

/**
 * Creates a watchlist, unless there are too many or the account is gone. Keys: user, index, record, watched. Arguments: id, now,
 * most watchlists; then fields of the record. Returns `made`, `gone`, `too many`, or, if the id exists, `known` for the same
 * `request` and `other` for another.
 */
export const makeScript = script(`
local user, index, record, watched = unpack(KEYS)
local id, now, most = unpack(ARGV)
if redis.call('EXISTS', user) == 0 then return 'gone' end
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
return 'made'
`)

/** Sets fields of a record that exists. Key: record. Arguments: fields and values. Returns its fields; nothing if it is gone. */
export const changeScript = script(`
if redis.call('HEXISTS', KEYS[1], 'created') == 0 then return {} end
redis.call('HSET', KEYS[1], unpack(ARGV))
return redis.call('HGETALL', KEYS[1])
`)

/**
 * Changes how often listings are checked. A bucket is then checked at the next of its times in the new period, unless it was due
 * earlier. Keys: record, due. Arguments: now, period, its length in milliseconds. Returns 0 if the record is gone.
 */
export const periodScript = script(`
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
`)

/**
 * Deletes a watchlist with everything stored for it, and refunds checks that were charged in advance. Keys: record, counts of this
 * month, index, watched; then all others. Arguments: id, the month.
 */
export const removeScript = script(`
${settleReserved}
local record, counts, index, watched = unpack(KEYS)
settle(record, counts, ARGV[2], 0)
redis.call('UNLINK', record, unpack(KEYS, 5))
redis.call('HDEL', watched, ARGV[1])
redis.call('ZREM', index, ARGV[1])
return 1
`)

/**
 * Makes all listings due, at most once in a while. Keys: record, due. Arguments: now, shortest time between two calls. Returns the
 * time of the last one if that is too short ago, `gone`, or `done`.
 */
export const checkNowScript = script(`
local record, due = unpack(KEYS)
local now, between = tonumber(ARGV[1]), tonumber(ARGV[2])
if redis.call('HEXISTS', record, 'created') == 0 then return 'gone' end
local forced = tonumber(redis.call('HGET', record, 'forced') or '0')
if forced > now - between and forced <= now then return string.format('%.0f', forced) end
redis.call('HSET', record, 'forced', ARGV[1])
for _, bucket in ipairs(redis.call('ZRANGE', due, 0, -1)) do redis.call('ZADD', due, ARGV[1], bucket) end
return 'done'
`)

/** Returns the keys of the write script. @param counts the counts of the month in which checks are counted. */
export function writeKeys(accountId: string, id: string, month: string): string[] {
  const { record, buckets, due, marks, events, days } = watchKeys(accountId, id)
  return [
    record,
    buckets,
    due,
    marks,
    events,
    days,
    watchlistsOf(accountId).watched,
    redisKeys(accountId).counts(month),
  ]
}
