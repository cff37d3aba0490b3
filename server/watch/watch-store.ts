import { redisKeys } from '@/server/access/redis-keys'
import { script } from '@/server/store/script'

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
    /** Hash: see `Watchlist`; `salt`: see `bucketOf`; `version`: of the last change; `lease`: "<token> <until>"; `reserved`. */
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

/** Returns the Redis keys that exist until a watchlist is deleted. */
export const lastingKeys = (accountId: string, id: string): string[] => Object.values(watchKeys(accountId, id))

/**
 * Sorted set: "<account> <watchlist>" -> when there is work to do next, epoch milliseconds. In another slot of a cluster than the
 * watchlists, so it may lag behind: an entry that is too early causes a look in vain, and none is ever too late for long, because
 * a process that finishes its work looks again after it has written the entry.
 */
export const allDue = 'watch:due'

/** Hash for each window: account -> its checks; `all` -> those of all accounts. Expires. */
export const windowKey = (window: number) => `watch:checks:${window}`

/**
 * Creates a watchlist, unless there are too many or the account is gone. Keys: user, index, record, watched. Arguments: id, now,
 * most watchlists; then fields of the record. Returns `made`, `gone`, or `too many`.
 */
export const makeScript = script(`
local user, index, record, watched = unpack(KEYS)
local id, now, most = unpack(ARGV)
if redis.call('EXISTS', user) == 0 then return 'gone' end
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
