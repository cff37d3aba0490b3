import { type ErrorCode, PinrefError } from '@/server/errors'
import { runScript, store } from '@/server/store/store'
import { createKeyText, endOfKey, isTestKey, keyHash, keyPeppers, randomBase62, startOfKey } from './api-key'
import { monthOf, recentMonths } from './calendar'
import { type KeyLimits, storedLimits } from './key-limits'
import type { StoredKey } from './key-list'
import { addScript, changeScript, type KeyChangeOutcome } from './key-scripts'
import { limits } from './limits'
import { redisKeys } from './redis-keys'
import { accountGone, accountSuspended, invalidApiKey, operationNotAllowed } from './refusals'

/** A new key. Its text is shown only this once. */
export interface CreatedKey {
  key: string
  id: string
}

/** How many keys an account may have. A script reads all of them at once, so their number has a limit. */
export const maxKeys = 50

/** A key that manages the keys of its account, in place of their owner. It grants no more than it has itself. */
export interface Granter {
  keyId: string
}

/** What makes a request to make a key the same as an earlier one: a digest of its `Idempotency-Key`, and one of all it asked for. */
interface Repeat {
  mark: string
  asked: string
}

/** Further settings of a new key. */
export interface KeyOptions extends Partial<KeyLimits> {
  test?: boolean
  /** The key that makes it, if not the owner. What is left out of the settings, it then has as that key. */
  granter?: Granter
  /** If this was asked for within 24 hours, the new key replaces the one that was made then. */
  repeat?: Repeat | null
}

const repeatSeconds = 86_400

/**
 * Makes a key.
 * @param name the owner's name for it, 1 to 60 characters.
 * @param expires epoch seconds, in the future; null: never; undefined: with its granter.
 * @throws PinrefError `too_many_keys`, `too_many_requests`, `account_suspended`, `not_signed_in` if the account has been deleted;
 *   `invalid_request` for a test key with a monthly limit, and for an `Idempotency-Key` of another key or of one that is in use;
 *   `operation_not_allowed` beyond what the granter has.
 */
export async function createKey(
  accountId: string,
  name: string,
  expires: number | null | undefined,
  { test = false, granter, repeat, ...limited }: KeyOptions = {},
): Promise<CreatedKey> {
  if (test && typeof limited.monthlyLimit === 'number') throw uncounted(granter)
  const { key, hash, stored } = newKey(accountId, name, expires ?? null, test)
  const given = Object.entries(storedLimits(limited)).filter(([, value]) => granter || value !== null)
  const made = {
    ...stored,
    expires: granter ? expires : stored.expires,
    ...Object.fromEntries(given),
    ...(!granter && waiting()),
  }
  const since = stored.created - repeatSeconds
  const id = await addKey(accountId, hash, made, maxKeys, [
    ...[granter?.keyId ?? '', repeat?.mark ?? '', repeat?.asked ?? '', since],
  ])
  return { key, id }
}

export const firstKeyName = 'First key'

/** Makes a key that never expires if there is none yet; otherwise returns null. Of several calls at once, only one makes it. */
export async function createFirstKey(accountId: string): Promise<CreatedKey | null> {
  const { key, hash, stored } = newKey(accountId, firstKeyName, null)
  try {
    return { key, id: await addKey(accountId, hash, { ...stored, ...waiting() }, 1) }
  } catch (error) {
    if (error instanceof PinrefError && error.code === 'too_many_keys') return null
    throw error
  }
}

/** How long an owner who has made a key waits for its first call, on the page that shows the key. */
const waitSeconds = 600
const waiting = () => ({ waits: Math.floor(Date.now() / 1000) + waitSeconds })

/** Waits again for a call with a key. @throws PinrefError `key_not_found`. */
export const awaitCall = (accountId: string, id: string): Promise<string> =>
  runChange(accountId, 'change', id, [JSON.stringify(waiting())])

/** What can be changed of a key. */
export interface KeyChanges extends Partial<KeyLimits> {
  name?: string
  /** Epoch seconds; null: never. */
  expires?: number | null
}

/**
 * Changes a key, from the next call on. What is left out stays as it is.
 * @param granter the key that changes it, if not the owner.
 * @returns the name that it had.
 * @throws PinrefError `key_not_found`, also for a key of another account; `invalid_request` for the monthly limit of a test key;
 *   `operation_not_allowed` if the key has, or would have, more rights than its granter.
 */
export function changeKey(
  accountId: string,
  id: string,
  { name, expires, ...limited }: KeyChanges,
  granter?: Granter,
): Promise<string> {
  const changes = JSON.stringify({ name, expires, ...storedLimits(limited) })
  return runChange(accountId, 'change', id, [changes], granter)
}

/**
 * Revokes a key: it is refused from the next call on.
 * @returns its name.
 * @throws PinrefError `key_not_found`; `operation_not_allowed` if the key has more rights than its granter.
 */
export function revokeKey(accountId: string, id: string, granter?: Granter): Promise<string> {
  return runChange(accountId, 'revoke', id, [Math.floor(Date.now() / 1000)], granter)
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
  const name = await runChange(accountId, 'rotate', id, [ends, hash, JSON.stringify(stored)])
  return { key, id: stored.id, name }
}

function newKey(accountId: string, name: string, expires: number | null, isTest = false) {
  const key = createKeyText(accountId, isTest)
  const id = `key_${randomBase62(12)}`
  const { present, code } = keyPeppers()
  const now = Date.now()
  const [created, ms] = [Math.floor(now / 1000), now % 1000]
  const stored: StoredKey = { id, name, start: startOfKey(key), end: endOfKey(key), created, ms, expires, pepper: code }
  return { key, hash: keyHash(key, present), stored }
}

/** Adds a key if there are fewer than `most`. @returns its id. @throws as `createKey`. */
async function addKey(
  accountId: string,
  hash: string,
  made: object,
  most: number,
  more: ReadonlyArray<string | number> = ['', '', '', 0],
): Promise<string> {
  const { user, profile, apiKeys, keysMade, counts } = redisKeys(accountId)
  const keys = [user, profile, apiKeys, keysMade, ...recentMonths(Date.now()).slice(0, 2).map(counts)]
  const reply = await runScript(addScript, keys, [most, ...maxMade, hash, JSON.stringify(made), ...more])
  return done(reply as KeyChangeReply)
}

/** @returns the name that the key had. */
async function runChange(
  accountId: string,
  verb: 'change' | 'revoke' | 'rotate',
  id: string,
  args: ReadonlyArray<string | number>,
  granter?: Granter,
): Promise<string> {
  const { user, profile, apiKeys, keysMade, counts, errors, revokedKeys, firstCalls } = redisKeys(accountId)
  const month = counts(monthOf(Date.now()))
  const keys = [user, profile, apiKeys, keysMade, month, errors, revokedKeys, firstCalls]
  const reply = await runScript(changeScript, keys, [maxKeys, ...maxMade, verb, id, granter?.keyId ?? '', ...args])
  return done(reply as KeyChangeReply, granter)
}

const maxMade = [limits.keysMade.max, limits.keysMade.windowSeconds]

/** The names of limits in the API, if other than here. */
const wireNames: Readonly<Record<string, string>> = { monthlyLimit: 'monthly_limit', burstLimit: 'burst_limit' }

function refusal(code: ErrorCode, field: string, detail: string): PinrefError {
  return new PinrefError(code, detail, { errors: [{ pointer: `/${field}`, detail }] })
}

const uncounted = (granter?: Granter) =>
  refusal(
    'invalid_request',
    granter ? 'monthly_limit' : 'monthlyLimit',
    'A test key has no monthly limit, because its calls do not count against the plan.',
  )

export const noSuchKey = () =>
  new PinrefError('key_not_found', 'This account has no such key. It may have been revoked.')

export const tooManyKeys = () =>
  new PinrefError('too_many_keys', `An account can have at most ${maxKeys} keys. Revoke one you do not use.`)

/** The outcome, and what it is about: an id, a name, a field, seconds. */
type KeyChangeReply = [outcome: KeyChangeOutcome, more?: string | number]

/** Returns what the outcome is about. @throws PinrefError if the script did nothing. */
function done([outcome, more = '']: KeyChangeReply, granter?: Granter): string {
  switch (outcome) {
    case 'done':
      return String(more)
    case 'gone':
      throw accountGone()
    case 'suspended':
      throw accountSuspended()
    case 'unknown':
      throw noSuchKey()
    case 'uncounted':
      throw uncounted(granter)
    case 'too many':
      throw tooManyKeys()
    case 'too often': {
      const detail = `An account can make at most ${limits.keysMade.max} keys in 24 hours. Try again tomorrow.`
      throw new PinrefError('too_many_requests', detail, { retryAfterSeconds: Math.max(1, Number(more)) })
    }
    case 'revoked':
      throw invalidApiKey()
    case 'not allowed':
      throw operationNotAllowed()
    case 'beyond': {
      const detail = 'A key can grant only what it may do itself. GET /api/key shows the limits of the key that calls.'
      throw refusal('operation_not_allowed', wireNames[more] ?? String(more), detail)
    }
    case 'exceeds': {
      const detail = 'A key can manage only keys that may do no more than itself. Its owner can change this one.'
      throw new PinrefError('operation_not_allowed', detail)
    }
    case 'other': {
      const detail = 'This Idempotency-Key was used for another key in the last 24 hours. Send another one.'
      throw new PinrefError('invalid_request', detail)
    }
    case 'in use': {
      const detail = `This Idempotency-Key made ${more}, which is in use. Send another Idempotency-Key for another key.`
      throw new PinrefError('invalid_request', detail)
    }
  }
}
