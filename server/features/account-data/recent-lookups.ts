import { createHash } from 'node:crypto'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { accountGone } from '@/server/metering/access/refusals'
import { script } from '@/server/platform/store/script'
import { runScript, store } from '@/server/platform/store/store'

/** A lookup on the dashboard and the listing that it found, without any name, rating, or address from Google. */
export type LookupInput =
  | {
      operation: 'resolve'
      /** The text that was looked up. */
      text: string
      details: 'none' | 'checked' | 'full'
      cid: string
      placeId: string | null
    }
  | { operation: 'search'; text: string; country: string | null }
  | { operation: 'convert'; text: string; cid: string }

/** An entry in the list. */
export type RecentLookup = LookupInput & {
  /** 16 characters, base64url. The same listing, search, or number always has the same id. */
  id: string
  /** Epoch milliseconds. */
  atMs: number
}

/** How many of an account's lookups are stored, and for how long. */
export const maxRecent = 50
const keepMs = 30 * 86_400_000

/**
 * The maximum length of a string, in UTF-16 units. Longer text is replaced with the listing's identifier, which finds
 * the same listing.
 */
const longestText = 500

const idLength = 16

/** Removes the entry with this id. */
const drop = `
local function drop(recent, id)
  for _, entry in ipairs(redis.call('ZRANGE', recent, 0, -1)) do
    if string.sub(entry, 1, #id) == id then redis.call('ZREM', recent, entry) end
  end
end
`

/**
 * Adds an entry to the front of an account's list if the account still exists. An account with an unconfirmed email
 * expires, and its list expires with it.
 */
const add = script(`
${drop}
local user, recent = unpack(KEYS)
local id, told, atMs, most, keepMs = unpack(ARGV)
if redis.call('EXISTS', user) == 0 then return 0 end
drop(recent, id)
-- Two of one millisecond keep their order.
local newest = redis.call('ZREVRANGE', recent, 0, 0, 'WITHSCORES')[2] or '0'
local place = math.max(tonumber(atMs), tonumber(newest) + 1)
redis.call('ZADD', recent, string.format('%.0f', place), id .. told)
redis.call('ZREMRANGEBYRANK', recent, 0, -1 - most)
redis.call('ZREMRANGEBYSCORE', recent, '-inf', atMs - keepMs)
local lastsMs = redis.call('PTTL', user)
if lastsMs > 0 and lastsMs < tonumber(keepMs) then keepMs = lastsMs end
redis.call('PEXPIRE', recent, keepMs)
return 1
`)

const remove = script(`
${drop}
drop(KEYS[1], ARGV[1])
return 1
`)

/**
 * Adds a lookup to the front of an account's list, replacing an earlier identical one.
 * @throws PinrefError `not_signed_in` if the account has been deleted; `store_unavailable`.
 */
export async function addRecent(accountId: string, asked: LookupInput): Promise<void> {
  const kept = bounded(asked)
  const atMs = Date.now()
  const { user, recent } = redisKeys(accountId)
  const args = [idOf(kept), JSON.stringify({ ...kept, atMs }), atMs, maxRecent, keepMs]
  if ((await runScript(add, [user, recent], args)) === 0) throw accountGone()
}

/** Returns an account's lookups of the last thirty days, newest first. @throws PinrefError `store_unavailable`. */
export async function readRecent(accountId: string): Promise<RecentLookup[]> {
  const { send } = await store()
  const reply = await send(['ZREVRANGEBYSCORE', redisKeys(accountId).recent, '+inf', Date.now() - keepMs])
  if ('error' in reply) throw new Error(`ZREVRANGEBYSCORE failed: ${reply.error}`)
  return (reply.result as string[]).map((entry) => ({
    id: entry.slice(0, idLength),
    ...JSON.parse(entry.slice(idLength)),
  }))
}

/** Removes the entry with this id, if there is one. @throws PinrefError `store_unavailable`. */
export async function removeRecent(accountId: string, id: string): Promise<void> {
  await runScript(remove, [redisKeys(accountId).recent], [id])
}

/** Removes all entries. @throws PinrefError `store_unavailable`. */
export async function clearRecent(accountId: string): Promise<void> {
  await (await store()).redis.del(redisKeys(accountId).recent)
}

/** Replaces a string that is too long with an identifier, which finds the same listing. */
function bounded(asked: LookupInput): LookupInput {
  if (asked.operation !== 'resolve' || asked.text.length <= longestText) return asked
  return { ...asked, text: asked.placeId ?? asked.cid }
}

function idOf(asked: LookupInput): string {
  const what = asked.operation === 'search' ? [asked.text, asked.country] : [asked.cid]
  const hash = createHash('sha256').update(JSON.stringify([asked.operation, ...what]))
  return hash.digest('base64url').slice(0, idLength)
}
