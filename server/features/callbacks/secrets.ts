import { randomBytes } from 'node:crypto'
import { memberScript, runMemberScript } from '@/server/metering/access/member-script'
import { type Author, writerOf } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { PinrefError } from '@/server/platform/problems/errors'
import { reseal, seal, unseal } from '@/server/platform/runtime/local-secret'
import { store } from '@/server/platform/store/store'
import { askStore, runScript, script } from '@/server/platform/store/untyped'
import { noSuchEndpoint, type StoredEndpoint } from './endpoint'

/*
 * The secrets that sign callbacks. An endpoint's JSON has its secret and, for a day, each one that was replaced. The
 * record of a batch with a `callback_url` has a secret in its field `secret`. All are sealed with `AUTH_SECRET`.
 */

/** How long a previous secret still signs callbacks, in seconds. */
const overlapSeconds = 86_400

/** The maximum number of former secrets that sign at the same time. Each one adds a signature to every callback. */
export const maxFormer = 4

/** Returns a new secret in the format of Standard Webhooks, in which 32 bytes are random, and the same secret sealed. */
export async function newSecret(): Promise<{ secret: string; sealed: string }> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, sealed: await seal(secret) }
}

/**
 * Stores a new secret for an endpoint. The previous secret is added to the ones that still sign, and their end times do
 * not change. Returns { 'done', when the previous one stops signing }, or { 'too many', when the first of them stops
 * signing }.
 */
const rotate = memberScript(`
local endpoints = KEYS[1]
local id, sealed, now, overlap, most = unpack(ARGV)
now = tonumber(now)
local ends = now + tonumber(overlap)
local own = redis.call('HGET', endpoints, id)
if not own then return { 'none' } end
local endpoint = cjson.decode(own)
local formers, first = {}, nil
for _, former in ipairs(endpoint.formers or {}) do
  if former.ends > now then
    formers[#formers + 1] = former
    first = math.min(first or former.ends, former.ends)
  end
end
if #formers >= tonumber(most) then return { 'too many', first } end
formers[#formers + 1] = { secret = endpoint.secret, ends = ends }
endpoint.secret, endpoint.formers = sealed, formers
redis.call('HSET', endpoints, id, cjson.encode(endpoint))
return { 'done', ends }
`)

/** Replaces a sealed secret in a field if it has not changed since it was read. */
const resealScript = script(`
local field, former, present = unpack(ARGV)
local stored = redis.call('HGET', KEYS[1], field) or ''
local first, last = string.find(stored, former, 1, true)
if first then
  redis.call('HSET', KEYS[1], field, string.sub(stored, 1, first - 1) .. present .. string.sub(stored, last + 1))
end
return 1
`)

/**
 * Creates a new secret for an endpoint. The previous secret also signs for a day, and earlier ones until their own day
 * is over.
 * @returns `formerEnds`: when the previous one stops signing, epoch seconds.
 * @throws PinrefError `callback_not_found`; `too_many_requests` if too many previous secrets still sign; `not_signed_in`
 *   if the account is gone.
 */
export async function rotateSecret(author: Author, id: string): Promise<{ secret: string; formerEnds: number }> {
  const { secret, sealed } = await newSecret()
  const now = Math.floor(Date.now() / 1000)
  const { endpoints } = redisKeys(writerOf(author).accountId)
  const reply = await runMemberScript(author, rotate, [endpoints], [id, sealed, now, overlapSeconds, maxFormer])
  const [outcome, time] = reply as [string, number]
  if (outcome === 'none') throw noSuchEndpoint()
  if (outcome === 'done') return { secret, formerEnds: Number(time) }
  throw new PinrefError(
    'too_many_requests',
    `You can rotate an endpoint’s secret at most ${maxFormer} times a day. Try again later.`,
    { retryAfterSeconds: Math.max(1, Number(time) - now) },
  )
}

/** Where a callback's secrets are stored: with an endpoint, or with a batch that has a `callback_url`. */
export interface SecretOwner {
  accountId: string
  /** The id of the endpoint; empty for a batch. */
  endpoint: string
  batch: string
}

/**
 * Decrypts secrets. Those that were sealed with another accepted `AUTH_SECRET` are resealed with the current one.
 * @param sealed the secrets as their owner has them.
 * @returns the ones that an accepted `AUTH_SECRET` can decrypt, in the same order.
 */
export async function openSecrets(owner: SecretOwner, sealed: readonly string[]): Promise<string[]> {
  const { endpoints, batch } = redisKeys(owner.accountId)
  const [key, field] = owner.endpoint === '' ? [batch(owner.batch), 'secret'] : [endpoints, owner.endpoint]
  const secrets: string[] = []
  for (const one of sealed) {
    const present = await reseal(one)
    if (present !== one) await runScript(resealScript, [key], [field, one, present])
    const opened = await unseal(present)
    if (opened !== null) secrets.push(opened)
  }
  return secrets
}

/** Reseals the secrets of an account's endpoints. @returns how many endpoints there are. */
export async function resealEndpoints(accountId: string): Promise<number> {
  const { redis } = await store()
  const stored = await redis.hgetall<Record<string, StoredEndpoint>>(redisKeys(accountId).endpoints)
  const endpoints = Object.entries(stored ?? {})
  for (const [endpoint, { secret, formers = [] }] of endpoints) {
    await openSecrets({ accountId, endpoint, batch: '' }, [secret, ...formers.map((former) => former.secret)])
  }
  return endpoints.length
}

/** Reseals the secret of a batch. @returns whether the batch has one. */
export async function resealBatch(accountId: string, batch: string): Promise<boolean> {
  const sealed = await askStore<string | null>('HGET', redisKeys(accountId).batch(batch), 'secret')
  if (sealed !== null) await openSecrets({ accountId, endpoint: '', batch }, [sealed])
  return sealed !== null
}
