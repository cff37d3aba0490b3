import { randomBytes } from 'node:crypto'
import { redisKeys } from '@/server/access/redis-keys'
import { accountGone } from '@/server/access/refusals'
import { presentSeal, seal, unseal } from '@/server/accounts/seal'
import { PinrefError } from '@/server/errors'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import { parseEndpointAddress } from './endpoint-address'
import { type EndpointFields, readEndpointFields } from './read-endpoint'

/** How long a former secret keeps signing beside its successor, in seconds. */
const overlapSeconds = 86_400

/** Sets some fields and drops others, unless the account, or an endpoint that must exist, is gone. */
const write = script(`
local user, endpoint = unpack(KEYS)
local dropped, needsOne = ARGV[1], ARGV[2] == '1'
if redis.call('EXISTS', user) == 0 then return 'gone' end
if needsOne and redis.call('EXISTS', endpoint) == 0 then return 'none' end
for field in string.gmatch(dropped, '%S+') do redis.call('HDEL', endpoint, field) end
if ARGV[3] then redis.call('HSET', endpoint, unpack(ARGV, 3)) end
return 'done'
`)

/** Sets the address, and a secret if there is none yet. */
const set = script(`
local user, endpoint = unpack(KEYS)
local url, secret = unpack(ARGV)
if redis.call('EXISTS', user) == 0 then return 'gone' end
redis.call('HDEL', endpoint, 'failing', 'off')
redis.call('HSET', endpoint, 'url', url)
return redis.call('HSETNX', endpoint, 'secret', secret) == 1 and 'new secret' or 'done'
`)

/**
 * Sets where an account is called back, and switches callbacks on. An existing secret stays.
 * @returns the secret if it is new, the only time that it is shown; otherwise null.
 * @throws PinrefError `invalid_request` for an address that cannot be called; `not_signed_in` if the account is gone.
 */
export async function setEndpoint(accountId: string, address: string): Promise<{ secret: string | null }> {
  const read = parseEndpointAddress(address)
  if ('fault' in read) {
    throw new PinrefError('invalid_request', read.fault, { errors: [{ pointer: '/url', detail: read.fault }] })
  }
  const secret = newSecret()
  const { user, endpoint } = redisKeys(accountId)
  const outcome = await runScript(set, [user, endpoint], [read.url, await seal(secret)])
  if (outcome === 'gone') throw accountGone()
  return { secret: outcome === 'new secret' ? secret : null }
}

/**
 * Makes a new secret; the former one keeps signing for another day.
 * @throws PinrefError `invalid_request` if there is no endpoint; `not_signed_in` if the account is gone.
 */
export async function rotateSecret(accountId: string): Promise<{ secret: string }> {
  const { secret: former } = await readEndpointFields(accountId)
  const secret = newSecret()
  const formerUntil = String(Math.floor(Date.now() / 1000) + overlapSeconds)
  const changes = { secret: await seal(secret), ...(former && { former, formerUntil }) }
  if ((await change(accountId, [], changes, true)) === 'none') throw noEndpoint()
  return { secret }
}

/** Removes the endpoint and its secrets. @throws PinrefError `not_signed_in` if the account is gone. */
export async function removeEndpoint(accountId: string): Promise<void> {
  await change(accountId, ['url', 'secret', 'former', 'formerUntil', 'failing', 'off'], {})
}

/**
 * Reads the secrets that callbacks are signed with, the present one first. Seals those of another accepted `AUTH_SECRET` again
 * with the present one.
 * @returns none if no accepted `AUTH_SECRET` opens them.
 */
export async function readSecrets(accountId: string): Promise<string[]> {
  const { secret, former, formerUntil } = await readEndpointFields(accountId)
  const sealed = Object.entries({ secret, former: Number(formerUntil) > Date.now() / 1000 ? former : undefined })
  const secrets: string[] = []
  for (const [field, text] of sealed) {
    if (text === undefined) continue
    const present = await presentSeal(text)
    if (present !== text) await change(accountId, [], { [field]: present }, true)
    const opened = await unseal(present)
    if (opened !== null) secrets.push(opened)
  }
  return secrets
}

/** Returns the error for an account without an endpoint. */
export const noEndpoint = (): PinrefError => new PinrefError('invalid_request', 'There is no address to call back yet.')

async function change(
  accountId: string,
  dropped: ReadonlyArray<keyof EndpointFields>,
  changes: EndpointFields,
  needsOne = false,
) {
  const { user, endpoint } = redisKeys(accountId)
  const args = [dropped.join(' '), needsOne ? 1 : 0, ...Object.entries(changes).flat()]
  const outcome = await runScript(write, [user, endpoint], args)
  if (outcome === 'gone') throw accountGone()
  return outcome
}

/** Returns 32 random bytes, as Standard Webhooks writes secrets. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
