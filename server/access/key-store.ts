import { PinrefError } from '@/server/errors'
import { runScript, store } from '@/server/store/store'
import { createKeyText, keyHash, keyPeppers, randomBase62, startOfKey } from './api-key'
import { monthOf } from './calendar'
import { addScript, changeScript, type Outcome } from './key-scripts'
import { limits } from './limits'
import { redisKeys } from './redis-keys'
import { accountGone, accountSuspended } from './refusals'

/** What is told and stored of a key. Times are epoch seconds. */
interface KeyFacts {
  /** `key_` and 12 characters base62. */
  id: string
  name: string
  start: string
  created: number
  /** Null: never. */
  expires: number | null
}

interface StoredKey extends KeyFacts {
  /** The code of the pepper that its hash was made with. */
  pepper: string
}

/** A key as its owner sees it. */
export interface ApiKey extends KeyFacts {
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

/**
 * Makes a key.
 * @param name 1 to 60 characters, to know it by.
 * @param expires epoch seconds, in the future; null: never.
 * @throws PinrefError `too_many_keys`, `too_many_requests`, `account_suspended`, `not_signed_in` where the account has been deleted.
 */
export async function createKey(accountId: string, name: string, expires: number | null): Promise<CreatedKey> {
  const { key, hash, stored } = newKey(accountId, name, expires)
  done(await addKey(accountId, hash, stored, mostKeys))
  return { key, id: stored.id }
}

export const firstKeyName = 'First key'

/** Makes a key that never expires where there is none at all; null where there is one. Of any number of calls at once, one makes it. */
export async function createFirstKey(accountId: string): Promise<CreatedKey | null> {
  const { key, hash, stored } = newKey(accountId, firstKeyName, null)
  const outcome = await addKey(accountId, hash, stored, 1)
  if (outcome === 'too many') return null
  done(outcome)
  return { key, id: stored.id }
}

/** The keys of an account, newest first; a revoked key is gone, an expired one stays until it is revoked. */
export async function listKeys(accountId: string): Promise<ApiKey[]> {
  const { redis } = await store()
  const at = redisKeys(accountId)
  const keys = Object.values((await redis.hgetall<Record<string, StoredKey>>(at.apiKeys)) ?? {})
  const ids = keys.map(({ id }) => id)
  if (ids.length === 0) return []
  const [seen, calls] = await Promise.all([
    redis.hmget<Record<string, number | null>>(at.seen, ...ids),
    redis.hmget<Record<string, number | null>>(at.keyUsage(monthOf(Date.now())), ...ids),
  ])
  return keys
    .map(({ id, name, start, created, expires }) => ({
      ...{ id, name, start, created, expires },
      lastUsed: seen?.[id] ?? null,
      callsThisMonth: calls?.[id] ?? 0,
    }))
    .sort((a, b) => b.created - a.created || a.id.localeCompare(b.id))
}

/** @throws PinrefError `key_not_found`, also for a key of another account. */
export async function renameKey(accountId: string, id: string, name: string): Promise<void> {
  await changeKey(accountId, 'rename', id, [name])
}

/** The key is refused from the next call on. @returns its name. @throws PinrefError `key_not_found`. */
export function revokeKey(accountId: string, id: string): Promise<string> {
  return changeKey(accountId, 'revoke', id, [])
}

/**
 * Makes a new key of the same name; the old one works on for an overlap.
 * @param overlapDays 0 to 7.
 * @returns the new key, and the name of both.
 * @throws PinrefError `key_not_found`, `account_suspended`, `too_many_keys`, `too_many_requests`.
 */
export async function rotateKey(
  accountId: string,
  id: string,
  overlapDays: number,
): Promise<CreatedKey & { name: string }> {
  const { key, hash, stored } = newKey(accountId, '', null)
  const ends = stored.created + overlapDays * 86_400
  const name = await changeKey(accountId, 'rotate', id, [ends, hash, JSON.stringify(stored)])
  return { key, id: stored.id, name }
}

function newKey(accountId: string, name: string, expires: number | null) {
  const key = createKeyText(accountId)
  const id = `key_${randomBase62(12)}`
  const { present, code } = keyPeppers()
  const created = Math.floor(Date.now() / 1000)
  const stored: StoredKey = { id, name, start: startOfKey(key), created, expires, pepper: code }
  return { key, hash: keyHash(key, present), stored }
}

/** Adds a key where there are fewer than `most`. */
async function addKey(accountId: string, hash: string, stored: StoredKey, most: number): Promise<Outcome> {
  const { user, profile, apiKeys, keysMade } = redisKeys(accountId)
  const args = [most, ...mostMade, hash, JSON.stringify(stored)]
  return (await runScript(addScript, [user, profile, apiKeys, keysMade], args)) as Outcome
}

/** @returns the name that the key had. */
async function changeKey(accountId: string, verb: string, id: string, args: Array<string | number>): Promise<string> {
  const { user, profile, apiKeys, keysMade, seen, keyUsage } = redisKeys(accountId)
  const keys = [user, profile, apiKeys, keysMade, seen, keyUsage(monthOf(Date.now()))]
  const reply = await runScript(changeScript, keys, [mostKeys, ...mostMade, verb, id, ...args])
  const [outcome, name = ''] = reply as [Outcome, string?]
  done(outcome)
  return name
}

const mostMade = [limits.keysMade.max, limits.keysMade.windowSeconds]

/** @throws PinrefError where a script did nothing. */
function done(outcome: Outcome): void {
  switch (outcome) {
    case 'done':
      return
    case 'gone':
      throw accountGone()
    case 'suspended':
      throw accountSuspended()
    case 'unknown':
      throw new PinrefError('key_not_found', 'There is no such key. It may have been revoked.')
    case 'too many':
      throw new PinrefError('too_many_keys', `An account has at most ${mostKeys} keys. Revoke one that is not used.`)
    case 'too often': {
      const detail = `An account can make at most ${limits.keysMade.max} keys in 24 hours. Try again tomorrow.`
      throw new PinrefError('too_many_requests', detail)
    }
  }
}
