import { PinrefError } from '@/server/errors'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import { createKeyText, isTestKey, keyHash, keyPeppers, randomBase62, startOfKey } from './api-key'
import { monthOf } from './calendar'
import { type KeyLimits, storedLimits } from './key-limits'
import type { StoredKey } from './key-list'
import { limits } from './limits'
import { redisKeys } from './redis-keys'
import { accountGone, accountSuspended } from './refusals'

/** A new key. Its text is shown only this once. */
export interface CreatedKey {
  key: string
  id: string
}

/** How many keys an account may have. A script reads all of them at once, so their number has a limit. */
export const maxKeys = 50

/** Further settings of a new key. */
export interface KeyOptions extends Partial<KeyLimits> {
  test?: boolean
}

/**
 * Makes a key.
 * @param name the owner's name for it, 1 to 60 characters.
 * @param expires epoch seconds, in the future; null: never.
 * @throws PinrefError `too_many_keys`, `too_many_requests`, `account_suspended`, `not_signed_in` if the account has been deleted;
 *   `invalid_request` for a test key with a monthly limit.
 */
export async function createKey(
  accountId: string,
  name: string,
  expires: number | null,
  { test = false, ...limited }: KeyOptions = {},
): Promise<CreatedKey> {
  if (test && typeof limited.monthlyLimit === 'number') throw uncounted()
  const { key, hash, stored } = newKey(accountId, name, expires, test)
  const given = Object.entries(storedLimits(limited)).filter(([, value]) => value !== null)
  done(await addKey(accountId, hash, { ...stored, ...Object.fromEntries(given) }, maxKeys))
  return { key, id: stored.id }
}

export const firstKeyName = 'First key'

/** Makes a key that never expires if there is none yet; otherwise returns null. Of several calls at once, only one makes it. */
export async function createFirstKey(accountId: string): Promise<CreatedKey | null> {
  const { key, hash, stored } = newKey(accountId, firstKeyName, null)
  const outcome = await addKey(accountId, hash, stored, 1)
  if (outcome === 'too many') return null
  done(outcome)
  return { key, id: stored.id }
}

/** @throws PinrefError `key_not_found`, also for a key of another account. */
export async function renameKey(accountId: string, id: string, name: string): Promise<void> {
  await changeKey(accountId, 'rename', id, [name])
}

/**
 * Sets limits of a key, and when it expires, from the next call on. What is left out stays as it is.
 * @returns its name.
 * @throws PinrefError `key_not_found`; `invalid_request` for the monthly limit of a test key.
 */
export function limitKey(
  accountId: string,
  id: string,
  { expires, ...limited }: Partial<KeyLimits> & { expires?: number | null },
): Promise<string> {
  return changeKey(accountId, 'limit', id, [JSON.stringify({ expires, ...storedLimits(limited) })])
}

/** Revokes a key: it is refused from the next call on. @returns its name. @throws PinrefError `key_not_found`. */
export function revokeKey(accountId: string, id: string): Promise<string> {
  return changeKey(accountId, 'revoke', id, [])
}

/**
 * Makes a new key with the same name, kind and limits. The old one keeps working for an overlap.
 * @param overlapDays 0 to 7.
 * @returns the new key, and the name of both.
 * @throws PinrefError `key_not_found`, `account_suspended`, `too_many_keys`, `too_many_requests`.
 */
export async function rotateKey(
  accountId: string,
  id: string,
  overlapDays: number,
): Promise<CreatedKey & { name: string }> {
  const { redis } = await store()
  const keys = (await redis.hvals(redisKeys(accountId).apiKeys)) as StoredKey[]
  const isTest = isTestKey(keys.find((one) => one.id === id)?.start ?? '')
  const { key, hash, stored } = newKey(accountId, '', null, isTest)
  const ends = stored.created + overlapDays * 86_400
  const name = await changeKey(accountId, 'rotate', id, [ends, hash, JSON.stringify(stored)])
  return { key, id: stored.id, name }
}

/** The outcome of a change to the keys of an account. All but `done` changed nothing. */
type KeyChangeOutcome = 'done' | 'gone' | 'unknown' | 'suspended' | 'too many' | 'too often' | 'uncounted'

/** Adds a key, unless the account is suspended, has as many keys as it may have, or has made too many lately. */
const addition = `
local function add(hash, key)
  if (redis.call('HGET', profile, 'suspended') or '') ~= '' then return 'suspended' end
  if redis.call('HLEN', apiKeys) >= tonumber(maxKeys) then return 'too many' end
  if tonumber(redis.call('GET', keysMade) or '0') >= tonumber(maxMade) then return 'too often' end
  if redis.call('INCR', keysMade) == 1 then redis.call('EXPIRE', keysMade, madeWithin) end
  redis.call('HSET', apiKeys, hash, key)
  return 'done'
end
`

/** Adds a key. */
const addScript = script(`
local user, profile, apiKeys, keysMade = unpack(KEYS)
local maxKeys, maxMade, madeWithin, hash, key = unpack(ARGV)
${addition}
if redis.call('EXISTS', user) == 0 then return 'gone' end
return add(hash, key)
`)

/** The fields of a key's limits. A rotation copies them to the new key. */
const limitFields = "'operations', 'monthlyLimit', 'burstLimit', 'addresses', 'ranges'"

/**
 * Finds a key by its id, then renames it, sets its limits and expiry, revokes it, or rotates it: adds a new key and sets when the
 * old one expires. Returns the outcome, and the name that the key had.
 */
const changeScript = script(`
local user, profile, apiKeys, keysMade, counts = unpack(KEYS)
local maxKeys, maxMade, madeWithin, verb, id = unpack(ARGV)
${addition}
local function change(hash, key)
  if verb == 'revoke' then
    redis.call('HDEL', apiKeys, hash)
    redis.call('HDEL', counts, id .. ':used', id .. ':seen', id .. ':burst')
    return 'done'
  elseif verb == 'rename' then
    key.name = ARGV[6]
  elseif verb == 'limit' then
    local given = cjson.decode(ARGV[6])
    local isTest = string.sub(key.start, 1, 8) == 'pr_test_'
    if isTest and type(given.monthlyLimit) == 'number' then return 'uncounted' end
    for _, field in ipairs({ ${limitFields} }) do
      if given[field] == cjson.null then key[field] = nil elseif given[field] then key[field] = given[field] end
    end
    if given.expires then key.expires = given.expires end
  else
    local ends, fresh = tonumber(ARGV[6]), cjson.decode(ARGV[8])
    fresh.name = key.name
    fresh.replaces = id
    for _, field in ipairs({ ${limitFields} }) do fresh[field] = key[field] end
    local outcome = add(ARGV[7], cjson.encode(fresh))
    if outcome ~= 'done' then return outcome end
    if type(key.expires) ~= 'number' or key.expires > ends then key.expires = ends end
  end
  redis.call('HSET', apiKeys, hash, cjson.encode(key))
  return 'done'
end
if redis.call('EXISTS', user) == 0 then return { 'gone' } end
local entries = redis.call('HGETALL', apiKeys)
for at = 1, #entries, 2 do
  local key = cjson.decode(entries[at + 1])
  if key.id == id then
    local name = key.name
    return { change(entries[at], key), name }
  end
end
return { 'unknown' }
`)

function newKey(accountId: string, name: string, expires: number | null, isTest = false) {
  const key = createKeyText(accountId, isTest)
  const id = `key_${randomBase62(12)}`
  const { present, code } = keyPeppers()
  const created = Math.floor(Date.now() / 1000)
  const stored: StoredKey = { id, name, start: startOfKey(key), created, expires, pepper: code }
  return { key, hash: keyHash(key, present), stored }
}

/** Adds a key if there are fewer than `most`. */
async function addKey(accountId: string, hash: string, stored: StoredKey, most: number): Promise<KeyChangeOutcome> {
  const { user, profile, apiKeys, keysMade } = redisKeys(accountId)
  const args = [most, ...maxMade, hash, JSON.stringify(stored)]
  return (await runScript(addScript, [user, profile, apiKeys, keysMade], args)) as KeyChangeOutcome
}

/** @returns the name that the key had. */
async function changeKey(accountId: string, verb: string, id: string, args: Array<string | number>): Promise<string> {
  const { user, profile, apiKeys, keysMade, counts } = redisKeys(accountId)
  const keys = [user, profile, apiKeys, keysMade, counts(monthOf(Date.now()))]
  const reply = await runScript(changeScript, keys, [maxKeys, ...maxMade, verb, id, ...args])
  const [outcome, name = ''] = reply as [KeyChangeOutcome, string?]
  done(outcome)
  return name
}

const maxMade = [limits.keysMade.max, limits.keysMade.windowSeconds]

function uncounted(): PinrefError {
  const detail = 'A test key has no monthly limit, because its calls do not count against the plan.'
  return new PinrefError('invalid_request', detail, { errors: [{ pointer: '/monthlyLimit', detail }] })
}

/** @throws PinrefError if the script did nothing. */
function done(outcome: KeyChangeOutcome): void {
  switch (outcome) {
    case 'done':
      return
    case 'gone':
      throw accountGone()
    case 'suspended':
      throw accountSuspended()
    case 'unknown':
      throw new PinrefError('key_not_found', 'There is no such key. It may have been revoked.')
    case 'uncounted':
      throw uncounted()
    case 'too many':
      throw new PinrefError('too_many_keys', `An account can have at most ${maxKeys} keys. Revoke one you do not use.`)
    case 'too often': {
      const detail = `An account can make at most ${limits.keysMade.max} keys in 24 hours. Try again tomorrow.`
      throw new PinrefError('too_many_requests', detail)
    }
  }
}
