import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { randomBase62 } from '@/server/metering/access/api-key'
import { defineMemberScript, memberScript, runMemberScript } from '@/server/metering/access/member-script'
import { type Author, makerOf, writerOf } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { PinrefError } from '@/server/platform/problems/errors'
import { env } from '@/server/platform/settings/env'
import { flag, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import removeLua from './remove-endpoint.lua'

/** The maximum number of endpoints per account. */
export const maxEndpoints = 5

/**
 * The maximum number of addresses remembered per account, verified or not. A new address replaces the least recently
 * used one.
 */
export const maxAddresses = 100

/** An endpoint that receives an account's events. Times are epoch seconds. */
export interface Endpoint {
  /** `cb_` and 12 base62 characters. */
  id: string
  url: string
  created: number
  /** The id of the person or of the API key (`key_…`) that created it; empty if unknown. */
  maker: string
  /** When the endpoint's address was verified; null if it has not been verified. */
  verified: number | null
  /** When tries began to fail; null if the last one succeeded. */
  failing: number | null
  /** When the endpoint was switched off, by its owner or after failures; null if it is on. */
  off: number | null
  /** When the last of its replaced secrets stops signing; null if none still signs. */
  formerEnds: number | null
}

/** An endpoint as it is stored. */
export interface StoredEndpoint extends Pick<Endpoint, 'url' | 'created'> {
  maker?: string
  failing?: number
  off?: number
  /** Sealed, like those of `formers`. */
  secret: string
  /** The secrets that were replaced, and when each stops signing, epoch seconds. */
  formers?: ReadonlyArray<{ secret: string; ends: number }>
}

/** Returns the error for an id that does not belong to any of the account's endpoints. */
export const noSuchEndpoint = (): PinrefError =>
  new PinrefError(
    'callback_not_found',
    'This account has no endpoint with this id. List endpoints with GET /api/callbacks.',
  )

/** Reads an account's endpoints, oldest first. */
export async function readEndpoints(accountId: string): Promise<Endpoint[]> {
  const { redis } = await store()
  const [stored, addresses] = await Promise.all([
    redis.hgetall<Record<string, StoredEndpoint>>(redisKeys(accountId).endpoints),
    readAddresses(accountId),
  ])
  const verified = new Map(addresses.map((one) => [one.address, one.verified]))
  return Object.entries(stored ?? {})
    .map(([id, { url, created, maker = '', failing = null, off = null, formers = [] }]): Endpoint => {
      const ends = formers.map((former) => former.ends).filter((one) => one > Date.now() / 1000)
      const formerEnds = ends.length > 0 ? Math.max(...ends) : null
      const verifiedAt = verified.get(addressOf(url)) ?? null
      return { id, url, created, maker, verified: verifiedAt, failing, off, formerEnds }
    })
    .sort((a, b) => a.created - b.created || a.id.localeCompare(b.id))
}

/** Reads one endpoint. @throws PinrefError `callback_not_found`. */
export async function readEndpoint(accountId: string, id: string): Promise<Endpoint> {
  const endpoint = (await readEndpoints(accountId)).find((one) => one.id === id)
  if (!endpoint) throw noSuchEndpoint()
  return endpoint
}

/** How long an endpoint's creation can be repeated with the same `Idempotency-Key`, in seconds. */
const idempotencySeconds = 86_400

/**
 * Adds an endpoint, at most once per `Idempotency-Key`. A URL can belong to only one endpoint. Returns { 'done', id,
 * its sealed secret }. If the creation is repeated, the id is the existing endpoint's, and the secret is empty once it has
 * been rotated; a rotation leaves a replaced secret for at least as long as the `Idempotency-Key` is remembered.
 */
const add = memberScript(`
local endpoints = KEYS[1]
local id, url, secret, made, maker, now, most, remembered = unpack(ARGV)
local all = redis.call('HGETALL', endpoints)
local isTaken = false
for index = 1, #all, 2 do
  local other = cjson.decode(all[index + 1])
  if made ~= '' and other.made and now - other.created < tonumber(remembered) then
    if other.made == made then return { 'done', all[index], other.formers and '' or other.secret } end
    if string.match(other.made, '^%S+') == string.match(made, '^%S+') then return { 'other' } end
  end
  isTaken = isTaken or other.url == url
end
if #all / 2 >= tonumber(most) then return { 'too many' } end
if isTaken then return { 'taken' } end
local endpoint = { url = url, created = tonumber(now), secret = secret }
if made ~= '' then endpoint.made = made end
if maker ~= '' then endpoint.maker = maker end
redis.call('HSET', endpoints, id, cjson.encode(endpoint))
return { 'done', id, secret }
`)

/** Changes the URL or state of an endpoint. */
const write = memberScript(`
local endpoints = KEYS[1]
local id, url, isOn, now = unpack(ARGV)
local own = redis.call('HGET', endpoints, id)
if not own then return 'none' end
local all = redis.call('HGETALL', endpoints)
for index = 1, #all, 2 do
  if all[index] ~= id and cjson.decode(all[index + 1]).url == url then return 'taken' end
end
local endpoint = cjson.decode(own)
if url ~= '' then endpoint.url = url end
if isOn == '1' then endpoint.off, endpoint.failing = nil, nil end
if isOn == '0' then endpoint.off = endpoint.off or tonumber(now) end
redis.call('HSET', endpoints, id, cjson.encode(endpoint))
return 'done'
`)

interface NewEndpoint {
  /** From `endpointAddress`. */
  url: string
  /** Its secret, sealed. */
  sealed: string
  /** The `Idempotency-Key`; null if none was sent. */
  idempotency: string | null
}

/**
 * Adds an endpoint, or returns the one that was added with the same `Idempotency-Key` within 24 hours.
 * @returns its id, its sealed secret (null if it has been rotated since), and whether this call added it.
 * @throws PinrefError `limit_reached` if there are too many; `invalid_request` if the URL is taken; `idempotency_key_reused`
 *   for another endpoint's `Idempotency-Key`; `not_signed_in` if the account is gone.
 */
export async function addEndpoint(
  author: Author,
  { url, sealed, idempotency }: NewEndpoint,
): Promise<{ id: string; sealed: string | null; isNew: boolean }> {
  const newId = `cb_${randomBase62(12)}`
  const { endpoints } = redisKeys(writerOf(author).accountId)
  const now = Math.floor(Date.now() / 1000)
  const made = idempotency === null ? '' : `${digest(idempotency)} ${digest(url)}`
  const args = [newId, url, sealed, made, makerOf(author), now, maxEndpoints, idempotencySeconds]
  const [outcome, id = '', secret = ''] = (await runMemberScript(author, add, [endpoints], args)) as string[]
  if (outcome !== 'done') throw refusal(outcome)
  return { id, sealed: secret || null, isNew: id === newId }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Returns the error for a script's outcome. */
function refusal(outcome: unknown): PinrefError {
  switch (outcome) {
    case 'none':
      return noSuchEndpoint()
    case 'taken':
      return badAddress('An endpoint with this address already exists.')
    case 'other':
      return new PinrefError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for a different endpoint in the last 24 hours. Send a new Idempotency-Key.',
      )
    default:
      return new PinrefError(
        'limit_reached',
        `An account can have at most ${maxEndpoints} endpoints. Remove one first.`,
      )
  }
}

/**
 * Changes an endpoint. A new URL switches the endpoint on.
 * @param isOn null leaves the endpoint's state unchanged.
 * @throws PinrefError `callback_not_found`; as `addEndpoint`.
 */
export async function changeEndpoint(
  author: Author,
  id: string,
  { url, isOn }: { url: string | null; isOn: boolean | null },
): Promise<void> {
  const { endpoints } = redisKeys(writerOf(author).accountId)
  const on = isOn ?? (url === null ? null : true)
  const args = [id, url ?? '', on === null ? '' : on ? 1 : 0, Math.floor(Date.now() / 1000)]
  const outcome = await runMemberScript(author, write, [endpoints], args)
  if (outcome !== 'done') throw refusal(outcome)
}

const remove = defineMemberScript({
  name: 'remove-endpoint',
  keys: ['endpoints'],
  args: { id: text },
  returns: flag,
  lua: removeLua,
})

/** Removes an endpoint and its secret. @throws PinrefError `callback_not_found`; as `addEndpoint`. */
export async function removeEndpoint(author: Author, id: string): Promise<void> {
  const { endpoints } = redisKeys(writerOf(author).accountId)
  if (!(await remove(author, { endpoints }, { id }))) throw noSuchEndpoint()
}

/** A remembered address for an account's callbacks. Times are epoch seconds. */
export interface Address {
  /** A URL without its query. */
  address: string
  /** When the address was last set for an endpoint or batch. */
  named: number
  verified: number | null
}

/** Returns the verified part of a URL: everything but the query, which may differ for each batch. */
export const addressOf = (url: string): string => url.split('?')[0] ?? url

/** Remembers an address, replacing the least recently used one if there are too many. */
const name = memberScript(`
local addresses = KEYS[1]
local address, now, most = unpack(ARGV)
local known = redis.call('HGET', addresses, address)
if not known and redis.call('HLEN', addresses) >= tonumber(most) then
  local oldest, at
  local all = redis.call('HGETALL', addresses)
  for index = 1, #all, 2 do
    local named = tonumber(string.match(all[index + 1], '^%d+'))
    if not at or named < at then oldest, at = all[index], named end
  end
  redis.call('HDEL', addresses, oldest)
end
redis.call('HSET', addresses, address, now .. ' ' .. (string.match(known or '', '%d+$') or '0'))
return 'done'
`)

/** Remembers a callback URL's address. @throws PinrefError `not_signed_in` if the account is gone. */
export async function rememberAddress(author: Author, url: string): Promise<void> {
  const { callbackAddresses } = redisKeys(writerOf(author).accountId)
  const args = [addressOf(url), Math.floor(Date.now() / 1000), maxAddresses]
  await runMemberScript(author, name, [callbackAddresses], args)
}

/** Returns whether a URL's address is remembered. */
export async function isKnownAddress(accountId: string, url: string): Promise<boolean> {
  const { redis } = await store()
  return (await redis.hexists(redisKeys(accountId).callbackAddresses, addressOf(url))) === 1
}

/** Reads the remembered addresses. */
export async function readAddresses(accountId: string): Promise<Address[]> {
  const { redis } = await store()
  const stored = await redis.hgetall<Record<string, unknown>>(redisKeys(accountId).callbackAddresses)
  return Object.entries(stored ?? {}).map(([address, times]) => {
    const [named = 0, verified = 0] = String(times).split(' ').map(Number)
    return { address, named, verified: verified || null }
  })
}

/**
 * Parses a URL for callbacks.
 * @param field the request field that contains the URL.
 * @throws PinrefError `invalid_request` if callbacks cannot be sent to it.
 */
export function endpointAddress(text: string, field = 'url'): string {
  const read = parseEndpointAddress(text)
  if ('fault' in read) throw badAddress(read.fault, field)
  return read.url
}

const badAddress = (detail: string, field = 'url') =>
  new PinrefError('invalid_request', detail, { errors: [{ pointer: `/${field}`, detail }] })

const longest = 2_048

/** The ports that callbacks may use, besides those in `CALLBACK_PORTS`. */
const usualPorts = [443, 8443]

/** Host names that exist only on a machine or its network. */
const innerName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * Parses an endpoint's address.
 * @returns the address in its stored form, or an error message. Whether the name resolves to a public IP address is
 *   checked before each try, because it may change.
 */
export function parseEndpointAddress(text: string): { url: string } | { fault: string } {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (url === null) return { fault: 'Send the full address, such as https://example.com/pinref.' }
  if (url.protocol !== 'https:') return { fault: 'The address must begin with https://.' }
  if (url.username || url.password)
    return { fault: 'The address must not include a user name or password. Callbacks are signed instead.' }
  if (url.hash) return { fault: 'The address must not include a fragment. Remove the part after “#”.' }
  if (url.href.length > longest)
    return { fault: `Send an address of at most ${longest.toLocaleString('en')} characters.` }
  const ports = [...usualPorts, ...env().CALLBACK_PORTS]
  if (url.port !== '' && !ports.includes(Number(url.port)))
    return { fault: `Use port ${either.format(ports.map(String))}.` }
  // A fully qualified name may end with one dot.
  const host = url.hostname.replace(/\.$/, '')
  if (host.split('.').includes('')) return { fault: 'The host name has an extra dot.' }
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return { fault: 'The host is an IP address. Send a host name instead.' }
  if (!host.includes('.') || innerName.test(host)) {
    return { fault: 'This is a private host name. Send a host name that is reachable from the public internet.' }
  }
  return { url: url.href }
}
