import { runScript, script } from '@/server/platform/store/untyped'
import { appKey, unusedSeconds } from './apps'
import { signInKeys } from './redis-keys'

/** The maximum number of stored apps that have registered and that no account has connected. */
export const maxUnusedApps = 5_000

/**
 * Adds a registered app. If there is no room, returns the app that it replaces: the oldest of the network that
 * registered the most, so that no network can push out the apps of others that are just being connected. Each member of
 * the sets is a network, an expiry in epoch seconds, and an app, so a network's members sort by age. An app's record
 * has another hash slot, so the caller deletes it.
 */
const replaceOldest = script(`
local ages, members, networks = unpack(KEYS)
local network, app, now, lasts = unpack(ARGV)
local function drop(member)
  redis.call('ZREM', ages, member)
  redis.call('ZREM', members, member)
  local holder = string.match(member, '^%S+')
  if tonumber(redis.call('ZINCRBY', networks, -1, holder)) < 1 then redis.call('ZREM', networks, holder) end
end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', ages, '-inf', now, 'LIMIT', 0, 100)) do drop(member) end
local oldest
if redis.call('ZCARD', ages) >= ${maxUnusedApps} then
  local largest, count = unpack(redis.call('ZREVRANGE', networks, 0, 0, 'WITHSCORES'))
  oldest = tonumber(count) > 1
    and redis.call('ZRANGEBYLEX', members, '[' .. largest .. ' ', '(' .. largest .. '!', 'LIMIT', 0, 1)[1]
    or redis.call('ZRANGE', ages, 0, 0)[1]
  drop(oldest)
end
local expires = now + lasts
local member = string.format('%s %010d %s', network, expires, app)
redis.call('ZADD', ages, expires, member)
redis.call('ZADD', members, 0, member)
redis.call('ZINCRBY', networks, 1, network)
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, lasts) end
return oldest and string.match(oldest, '%S+$')
`)

/** Deletes an app's record unless an account has connected the app, which extends the record's lifetime. */
const deleteUnused = script(`
if redis.call('TTL', KEYS[1]) > tonumber(ARGV[1]) then return 0 end
return redis.call('DEL', KEYS[1])
`)

/**
 * Counts an app that has just registered, and deletes the app that it replaces, if any. Apps that an account connects
 * stay in the count until they would have expired; replacing one of them deletes nothing.
 * @param network the network that registered the app.
 */
export async function countUnusedApp(clientId: string, network: string): Promise<void> {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const { ages, members, networks } = signInKeys.unusedApps
  const replaced = await runScript(
    replaceOldest,
    [ages, members, networks],
    [network, appKey(clientId), nowSeconds, unusedSeconds],
  )
  if (replaced !== null) await runScript(deleteUnused, [signInKeys.app(String(replaced))], [unusedSeconds])
}
