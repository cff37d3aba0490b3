import { type ErrorCode, PinrefError } from '@/server/platform/problems/errors'
import { store } from '@/server/platform/store/store'
import { createKeyText, endOfKey, isTestKey, keyHash, keyPeppers, randomBase62, startOfKey } from './api-key'
import { monthOf } from './calendar'
import { maxAncestors } from './key-budgets'
import { countedLimits, type KeyLimits, storedLimits } from './key-limits'
import type { StoredKey } from './key-list'
import * as scripts from './key-scripts'
import { limits } from './limits'
import { type Author, makerOf, writerOf } from './members'
import { redisKeys } from './redis-keys'
import { accountSuspended, invalidApiKey, operationNotAllowed } from './refusals'

/** A new key. The key's text is shown only once. */
export interface CreatedKey {
  key: string
  id: string
}

/** How many keys an account may have. The number is limited because a script reads all of an account's keys at once. */
export const maxKeys = 50

/** A key that manages its account's keys on the owner's behalf. Such a key grants no more than its own access. */
export interface Granter {
  keyId: string
}

/** Identifies a repeated request to create a key: digests of its `Idempotency-Key` and of its settings. */
interface Repeat {
  mark: string
  asked: string
}

/** Optional settings of a new key. */
export interface KeyOptions extends Partial<KeyLimits> {
  test?: boolean
  /** The key that creates the new key, if not the owner. Omitted settings are copied from the granter. */
  granter?: Granter
  /** If the same request was made within 24 hours, the new key replaces the one created then, unless that was used. */
  repeat?: Repeat | null
}

const repeatSeconds = 86_400

const keysOf = (author: Author) => redisKeys(writerOf(author).accountId)

/**
 * Creates a key.
 * @param author the person who creates it, or the account if a key or Pinref does.
 * @param name the owner's name for it, 1 to 60 characters.
 * @param expires epoch seconds, in the future; null: never; undefined: when its granter expires.
 * @throws PinrefError `limit_reached`, `too_many_requests`, `account_suspended`, `not_signed_in` if the account has been deleted,
 *   `account_switched` or `role_not_allowed` for a person who may not (as all changes of keys);
 *   `invalid_request` for a test key with a daily or monthly limit; `idempotency_key_reused` if it belongs to a different key or
 *   to one in use; `operation_not_allowed` if the new key would exceed the granter's access or has too many ancestors.
 */
export async function createKey(
  author: Author,
  name: string,
  expires: number | null | undefined,
  { test = false, granter, repeat, ...limited }: KeyOptions = {},
): Promise<CreatedKey> {
  for (const field of countedLimits) {
    if (test && typeof limited[field] === 'number') throw uncounted(field, granter)
  }
  const { accountId } = writerOf(author)
  const { key, hash, stored } = newKey(accountId, name, expires ?? null, test)
  const limitFields = Object.entries(storedLimits(limited)).filter(([, value]) => granter || value !== null)
  const entry = {
    ...stored,
    expires: granter ? expires : stored.expires,
    ...Object.fromEntries(limitFields),
    ...(!granter && { ...makerField(author), ...waiting() }),
  }
  const outcome = await scripts.addKey(author, redisKeys(accountId), {
    hash,
    keyJson: JSON.stringify(entry),
    maxKeys,
    granterId: granter?.keyId,
    mark: repeat?.mark,
    asked: repeat?.asked,
    since: stored.created - repeatSeconds,
  })
  return { key, id: done(outcome).id }
}

export const firstKeyName = 'First key'

/**
 * Creates a key that never expires if there is none yet; otherwise returns null. Only one of several concurrent calls
 * creates it.
 */
export async function createFirstKey(author: Author): Promise<CreatedKey | null> {
  const { accountId } = writerOf(author)
  const { key, hash, stored } = newKey(accountId, firstKeyName, null)
  const keyJson = JSON.stringify({ ...stored, ...makerField(author), ...waiting() })
  const outcome = await scripts.addKey(author, redisKeys(accountId), { hash, keyJson, maxKeys: 1, since: 0 })
  return outcome.outcome === 'too_many' ? null : { key, id: done(outcome).id }
}

/** The stored field with the person who makes a key; none if no one does. */
const makerField = (author: Author): Pick<StoredKey, 'maker'> => {
  const maker = makerOf(author)
  return maker === '' ? {} : { maker }
}

/** How long the page that shows a new key waits for its first call. */
const waitSeconds = 600
const waiting = () => ({ waits: Math.floor(Date.now() / 1000) + waitSeconds })

/** Waits again for a call with a key. @throws PinrefError `key_not_found`. */
export async function awaitCall(author: Author, id: string): Promise<void> {
  done(await scripts.changeKey(author, keysOf(author), { id, changesJson: JSON.stringify(waiting()) }))
}

/** The changes that can be made to a key. */
export interface KeyChanges extends Partial<KeyLimits> {
  name?: string
  /** Epoch seconds; null: never. */
  expires?: number | null
}

/**
 * Changes a key, starting with its next call. Omitted fields are unchanged.
 * @param granter the key that changes it, if not the owner.
 * @returns its previous name.
 * @throws PinrefError `key_not_found`, also for another account's key; `invalid_request` for a test key's daily or
 *   monthly limit; `operation_not_allowed` if the key has, or would have, more access than its granter.
 */
export async function changeKey(
  author: Author,
  id: string,
  { name, expires, ...limited }: KeyChanges,
  granter?: Granter,
): Promise<string> {
  const changesJson = JSON.stringify({ name, expires, ...storedLimits(limited) })
  const args = { id, granterId: granter?.keyId, changesJson }
  return done(await scripts.changeKey(author, keysOf(author), args), granter).name
}

/**
 * Revokes a key, starting with its next call.
 * @returns its name.
 * @throws PinrefError `key_not_found`; `operation_not_allowed` if the key has more access than its granter.
 */
export async function revokeKey(author: Author, id: string, granter?: Granter): Promise<string> {
  const nowMs = Date.now()
  const { counts, ...keys } = keysOf(author)
  const outcome = await scripts.revokeKey(
    author,
    { ...keys, counts: counts(monthOf(nowMs)) },
    { id, granterId: granter?.keyId, now: Math.floor(nowMs / 1000), maxRevoked: maxKeys },
  )
  return done(outcome, granter).name
}

/**
 * Creates a new key with the same name, kind, and limits, including what is used of them. The old one keeps working during
 * an overlap period.
 * @param overlapDays 0 to 7.
 * @returns the new key, and the name that both keys share.
 * @throws PinrefError `key_not_found`, `account_suspended`, `limit_reached`, `too_many_requests`.
 */
export async function rotateKey(
  author: Author,
  id: string,
  overlapDays: number,
): Promise<CreatedKey & { name: string }> {
  const { accountId } = writerOf(author)
  const { redis } = await store()
  const keys = (await redis.hvals(redisKeys(accountId).apiKeys)) as StoredKey[]
  const isTest = isTestKey(keys.find((one) => one.id === id)?.start ?? '')
  const { key, hash, stored } = newKey(accountId, '', null, isTest)
  const ends = stored.created + overlapDays * 86_400
  const keyJson = JSON.stringify({ ...stored, ...makerField(author) })
  const { name } = done(await scripts.rotateKey(author, redisKeys(accountId), { id, ends, hash, keyJson, maxKeys }))
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

/** The API names of limits, if different. */
const wireNames: Readonly<Record<string, string>> = {
  monthlyLimit: 'monthly_limit',
  dailyLimit: 'daily_limit',
  burstLimit: 'burst_limit',
  expires: 'expires_at',
}

function refusal(code: ErrorCode, field: string, detail: string): PinrefError {
  return new PinrefError(code, detail, { errors: [{ pointer: `/${field}`, detail }] })
}

const uncounted = (field: string, granter?: Granter) =>
  refusal(
    'invalid_request',
    granter ? (wireNames[field] ?? field) : field,
    'A test key has no daily or monthly limit, because its calls do not count against the plan.',
  )

export const noSuchKey = () =>
  new PinrefError('key_not_found', 'This account has no such key. The key may have been revoked.')

export const tooManyKeys = () =>
  new PinrefError('limit_reached', `An account can have at most ${maxKeys} keys. Revoke a key that you no longer use.`)

/** Returns the key that was changed. @throws PinrefError if the script changed nothing. */
function done(result: scripts.KeyChangeOutcome, granter?: Granter): { id: string; name: string } {
  switch (result.outcome) {
    case 'done':
      return result
    case 'suspended':
      throw accountSuspended()
    case 'unknown':
      throw noSuchKey()
    case 'uncounted':
      throw uncounted(result.field, granter)
    case 'too_many':
      throw tooManyKeys()
    case 'too_often': {
      const detail = `An account can create up to ${limits.keysMade.max} keys in 24 hours. Try again tomorrow.`
      throw new PinrefError('too_many_requests', detail, { retryAfterSeconds: Math.max(1, result.seconds) })
    }
    case 'revoked':
      throw invalidApiKey()
    case 'not_allowed':
      throw operationNotAllowed()
    case 'beyond': {
      const detail =
        'A key can only grant access that it has itself. GET /api/key returns the limits of the calling key.'
      throw refusal('operation_not_allowed', wireNames[result.field] ?? result.field, detail)
    }
    case 'exceeds': {
      const detail =
        'This key has more access than the calling key, which can only manage keys with the same access or less. Ask the account owner to change this key.'
      throw new PinrefError('operation_not_allowed', detail)
    }
    case 'too_deep': {
      const detail = `Keys can be created up to ${maxAncestors} levels below a key from the dashboard. Create this key with a key from a higher level.`
      throw new PinrefError('operation_not_allowed', detail)
    }
    case 'other': {
      const detail =
        'This Idempotency-Key was used for a different key in the last 24 hours. Send a new Idempotency-Key.'
      throw new PinrefError('idempotency_key_reused', detail)
    }
    case 'in_use': {
      const detail = `This Idempotency-Key created ${result.id}, which has already been used. To create another key, send a new Idempotency-Key.`
      throw new PinrefError('idempotency_key_reused', detail)
    }
  }
}
