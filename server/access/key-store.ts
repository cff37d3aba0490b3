import { PinrefError } from '@/server/errors'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import { createKeyText, keyHash, keyPepper, randomBase62, startOfKey } from './api-key'
import { monthOf } from './calendar'
import { redisKeys } from './redis-keys'

/** What is stored of a key. Times are epoch seconds. */
interface StoredKey {
  /** `key_` and 12 characters base62. */
  id: string
  name: string
  start: string
  created: number
  /** Null: never. */
  expires: number | null
}

/** A key as its owner sees it. */
export interface ApiKey extends StoredKey {
  /** Epoch seconds; null before the first use. */
  lastUsed: number | null
  /** Calls of the current month (UTC) that counted. */
  callsThisMonth: number
}

/** A new key: the only time its text is shown. */
export interface CreatedKey {
  key: string
  id: string
}

/** A script reads all keys of an account at once, so their number has a limit. */
const mostKeys = 50

const add = script(`
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
`)

/** Finds a key by its id, then renames it, revokes it, or puts another beside it and lets it end. 0: no such key, -1: too many. */
const change = script(`
local verb, id = ARGV[1], ARGV[2]
local entries = redis.call('HGETALL', KEYS[1])
for at = 1, #entries, 2 do
  local key = cjson.decode(entries[at + 1])
  if key.id == id then
    if verb == 'revoke' then
      redis.call('HDEL', KEYS[1], entries[at])
      redis.call('HDEL', KEYS[2], id)
      return 1
    elseif verb == 'rename' then
      key.name = ARGV[3]
    else
      if #entries / 2 >= tonumber(ARGV[6]) then return -1 end
      local ends, fresh = tonumber(ARGV[3]), cjson.decode(ARGV[5])
      if type(key.expires) ~= 'number' or key.expires > ends then key.expires = ends end
      fresh.name = key.name
      redis.call('HSET', KEYS[1], ARGV[4], cjson.encode(fresh))
    end
    redis.call('HSET', KEYS[1], entries[at], cjson.encode(key))
    return 1
  end
end
return 0
`)

/**
 * Makes a key.
 * @param name 1 to 60 characters, to know it by.
 * @param expires epoch seconds, in the future; null: never.
 * @throws PinrefError `too_many_keys`.
 */
export async function createKey(accountId: string, name: string, expires: number | null): Promise<CreatedKey> {
  const { key, hash, stored } = newKey(accountId, name, expires)
  const added = await runScript(add, [redisKeys(accountId).apiKeys], [hash, JSON.stringify(stored), mostKeys])
  if (added === 0) throw tooManyKeys()
  return { key, id: stored.id }
}

/** Makes a key that never expires where there is none at all; null where there is one. Of any number of calls at once, one makes it. */
export async function createFirstKey(accountId: string): Promise<CreatedKey | null> {
  const { key, hash, stored } = newKey(accountId, 'First key', null)
  const added = await runScript(add, [redisKeys(accountId).apiKeys], [hash, JSON.stringify(stored), 1])
  return added === 0 ? null : { key, id: stored.id }
}

/** The keys of an account, newest first; a revoked key is gone, an expired one stays until it is revoked. */
export async function listKeys(accountId: string): Promise<ApiKey[]> {
  const { redis } = await store()
  const at = redisKeys(accountId)
  const [keys, seen, calls] = await Promise.all([
    redis.hgetall<Record<string, StoredKey>>(at.apiKeys),
    redis.hgetall<Record<string, number>>(at.seen),
    redis.hgetall<Record<string, number>>(at.keyUsage(monthOf(Date.now()))),
  ])
  return Object.values(keys ?? {})
    .map((key) => ({ ...key, lastUsed: seen?.[key.id] ?? null, callsThisMonth: calls?.[key.id] ?? 0 }))
    .sort((a, b) => b.created - a.created || a.id.localeCompare(b.id))
}

/** @throws PinrefError `key_not_found`, also for a key of another account. */
export function renameKey(accountId: string, id: string, name: string): Promise<void> {
  return changeKey(accountId, 'rename', id, [name])
}

/** The key is refused from the next call on. @throws PinrefError `key_not_found`. */
export function revokeKey(accountId: string, id: string): Promise<void> {
  return changeKey(accountId, 'revoke', id, [])
}

/**
 * Makes a new key of the same name; the old one works on for an overlap.
 * @param overlapDays 0 to 7.
 * @throws PinrefError `key_not_found`, `too_many_keys`.
 */
export async function rotateKey(accountId: string, id: string, overlapDays: number): Promise<CreatedKey> {
  const { key, hash, stored } = newKey(accountId, '', null)
  const ends = stored.created + overlapDays * 86_400
  await changeKey(accountId, 'rotate', id, [ends, hash, JSON.stringify(stored), mostKeys])
  return { key, id: stored.id }
}

function newKey(accountId: string, name: string, expires: number | null) {
  const key = createKeyText(accountId)
  const id = `key_${randomBase62(12)}`
  const stored: StoredKey = { id, name, start: startOfKey(key), created: Math.floor(Date.now() / 1000), expires }
  return { key, hash: keyHash(key, keyPepper()), stored }
}

async function changeKey(accountId: string, verb: string, id: string, args: Array<string | number>): Promise<void> {
  const at = redisKeys(accountId)
  const found = await runScript(change, [at.apiKeys, at.seen], [verb, id, ...args])
  if (found === -1) throw tooManyKeys()
  if (found === 0) throw new PinrefError('key_not_found', 'There is no such key. It may have been revoked.')
}

const tooManyKeys = () =>
  new PinrefError('too_many_keys', `An account has at most ${mostKeys} keys. Revoke one that is not used.`)
