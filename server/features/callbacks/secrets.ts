import { randomBytes } from 'node:crypto'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { accountGone } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'
import { reseal, seal, unseal } from '@/server/platform/runtime/local-secret'
import { store } from '@/server/platform/store/store'
import { runScript, script } from '@/server/platform/store/untyped'

/*
 * The secrets that sign an account's callbacks: the current one and, for a day, each one that was replaced.
 */

/** How long a previous secret still signs callbacks, in seconds. */
const overlapSeconds = 86_400

/** The maximum number of former secrets that sign at the same time. Each one adds a signature to every callback. */
export const maxFormer = 4

/** Creates the first secret. Returns { 'done', the secret if it should be shown and never has been }. */
const ensure = script(`
local user, secrets = unpack(KEYS)
local sealed, isShown = unpack(ARGV)
if redis.call('EXISTS', user) == 0 then return { 'gone' } end
redis.call('HSETNX', secrets, 'secret', sealed)
if isShown == '1' and redis.call('HSETNX', secrets, 'shown', 1) == 1 then
  return { 'done', redis.call('HGET', secrets, 'secret') }
end
return { 'done' }
`)

/**
 * Stores a new secret. The previous secret is added to the ones that still sign, and their end times do not change.
 * Returns { 'done', when the previous one stops signing }, or { 'too many', when the first of them stops signing }.
 */
const rotate = script(`
local user, secrets = unpack(KEYS)
local sealed, now, overlap, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('EXISTS', user) == 0 then return { 'gone' } end
local count, first = 0, nil
for _, field in ipairs(redis.call('HKEYS', secrets)) do
  local ends = tonumber(string.match(field, '^former:(%d+)$'))
  if ends and ends <= now then redis.call('HDEL', secrets, field)
  elseif ends then count, first = count + 1, math.min(first or ends, ends) end
end
local former, till = redis.call('HGET', secrets, 'secret'), 0
if former then
  if count >= most then return { 'too many', first } end
  till = now + overlap
  while redis.call('HEXISTS', secrets, 'former:' .. till) == 1 do till = till + 1 end
  redis.call('HSET', secrets, 'former:' .. till, former)
end
redis.call('HSET', secrets, 'secret', sealed, 'shown', 1)
return { 'done', till }
`)

/** Replaces a sealed secret if it has not changed since it was read. */
const resealScript = script(`
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return 1
`)

/**
 * Creates the account's secret if it has none.
 * @param isShown whether the caller will show it to the owner.
 * @returns the secret if it should be shown and never has been; otherwise null.
 * @throws PinrefError `not_signed_in` if the account is gone.
 */
export async function ensureSecret(accountId: string, isShown: boolean): Promise<string | null> {
  const reply = await runScript(ensure, keysOf(accountId), [await seal(newSecret()), isShown ? 1 : 0])
  const [outcome, sealed] = reply as [string, string?]
  if (outcome === 'gone') throw accountGone()
  return sealed ? unseal(sealed) : null
}

/**
 * Creates a new secret. The previous secret also signs for a day, and earlier ones until their own day is over.
 * @returns `formerUntil`: when the previous one stops signing, epoch seconds; null if there was none.
 * @throws PinrefError `too_many_requests` if too many previous secrets still sign; `not_signed_in` if the account is
 *   gone.
 */
export async function rotateSecret(accountId: string): Promise<{ secret: string; formerUntil: number | null }> {
  const secret = newSecret()
  const now = Math.floor(Date.now() / 1000)
  const reply = await runScript(rotate, keysOf(accountId), [await seal(secret), now, overlapSeconds, maxFormer])
  const [outcome, time] = reply as [string, number]
  if (outcome === 'gone') throw accountGone()
  if (outcome === 'done') return { secret, formerUntil: Number(time) || null }
  throw new PinrefError(
    'too_many_requests',
    `You can replace the secret at most ${maxFormer} times a day. Try again later.`,
    {
      retryAfterSeconds: Math.max(1, Number(time) - now),
    },
  )
}

/** The state of the secrets, which can be read without decrypting them. */
export interface SecretState {
  /** Whether there is a secret. */
  isMade: boolean
  /** When the last of the previous secrets stops signing, epoch seconds; null if none still signs. */
  formerUntil: number | null
}

/** Reads the state of an account's secrets. */
export async function readSecretState(accountId: string): Promise<SecretState> {
  const fields = await readFields(accountId)
  const ends = formerOf(fields).map(({ until }) => until)
  return { isMade: 'secret' in fields, formerUntil: ends.length > 0 ? Math.max(...ends) : null }
}

/**
 * Reads the secrets that sign callbacks, the current one first. Secrets that were sealed with another accepted
 * `AUTH_SECRET` are resealed with the current one.
 * @returns none if no accepted `AUTH_SECRET` opens them.
 */
export async function readSecrets(accountId: string): Promise<string[]> {
  const fields = await readFields(accountId)
  const secrets: string[] = []
  for (const field of ['secret', ...formerOf(fields).map(({ field }) => field)]) {
    const sealed = fields[field]
    if (sealed === undefined) continue
    const present = await reseal(sealed)
    if (present !== sealed)
      await runScript(resealScript, [redisKeys(accountId).callbackSecrets], [field, sealed, present])
    const opened = await unseal(present)
    if (opened !== null) secrets.push(opened)
  }
  return secrets
}

/** Returns the fields of former secrets that still sign, and when each one stops signing. */
const formerOf = (fields: Readonly<Record<string, string>>) =>
  Object.keys(fields)
    .filter((field) => field.startsWith('former:'))
    .map((field) => ({ field, until: Number(field.slice('former:'.length)) }))
    .filter(({ until }) => until > Date.now() / 1000)

async function readFields(accountId: string): Promise<Record<string, string>> {
  const { redis } = await store()
  const fields = await redis.hgetall<Record<string, unknown>>(redisKeys(accountId).callbackSecrets)
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)]))
}

const keysOf = (accountId: string) => {
  const { user, callbackSecrets } = redisKeys(accountId)
  return [user, callbackSecrets]
}

/** Returns 32 random bytes in the secret format of Standard Webhooks. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
