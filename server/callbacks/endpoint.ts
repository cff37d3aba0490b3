import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { redisKeys } from '@/server/access/redis-keys'
import { accountGone } from '@/server/access/refusals'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { presentSeal, seal, unseal } from '@/server/runtime/local-secret'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'

/** Where an account is called back. Times are epoch seconds. */
export interface Endpoint {
  url: string
  /** Until when the former secret signs too; null if there is none. */
  formerUntil: number | null
  /** Since when every try has failed; null if the last one did not. */
  failing: number | null
  /** Since when it is switched off after failures; null if it is on. */
  off: number | null
}

/** The stored fields of an endpoint, see `redisKeys`. The secrets are sealed. */
type EndpointFields = Partial<Record<'url' | 'secret' | 'former' | 'formerUntil' | 'failing' | 'off', string>>

/** Reads where an account is called back; null if it has no endpoint. */
export async function readOwnEndpoint(accountId: string): Promise<Endpoint | null> {
  const fields = await readEndpointFields(accountId)
  if (!fields.url) return null
  const formerUntil = Number(fields.formerUntil ?? 0)
  return {
    url: fields.url,
    formerUntil: formerUntil > Date.now() / 1000 ? formerUntil : null,
    failing: Number(fields.failing) || null,
    off: Number(fields.off) || null,
  }
}

async function readEndpointFields(accountId: string): Promise<EndpointFields> {
  const { redis } = await store()
  const fields = await redis.hgetall<Record<string, unknown>>(redisKeys(accountId).endpoint)
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)]))
}

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

const longest = 2_048

/** The ports that callbacks may go to, besides those of `CALLBACK_PORTS`. */
const usualPorts = [443, 8443]

/** Names that never lead out of a machine or its network. */
const innerName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * Reads the address of an endpoint.
 * @returns the address as it is stored, or what is wrong with it, in words. Whether the name leads to a public IP address is
 *   checked before each try, because it may change.
 */
export function parseEndpointAddress(text: string): { url: string } | { fault: string } {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (url === null) return { fault: 'Send the whole address, such as https://example.com/pinref.' }
  if (url.protocol !== 'https:') return { fault: 'The address has to begin with https://.' }
  if (url.username || url.password) return { fault: 'Leave out the name and password: calls are signed instead.' }
  if (url.hash) return { fault: 'Leave out the part after “#”.' }
  if (url.href.length > longest) return { fault: `The address has at most ${longest.toLocaleString('en')} characters.` }
  const ports = [...usualPorts, ...env().CALLBACK_PORTS]
  if (url.port !== '' && !ports.includes(Number(url.port)))
    return { fault: `Use port ${either.format(ports.map(String))}.` }
  // One dot at its end is part of a full name.
  const host = url.hostname.replace(/\.$/, '')
  if (host.split('.').includes('')) return { fault: 'The host name has a dot too many.' }
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return { fault: 'Send a host name instead of an IP address.' }
  if (!host.includes('.') || innerName.test(host)) {
    return { fault: 'This name is only known inside a network. Send one that the public internet knows.' }
  }
  return { url: url.href }
}
