import { isIP } from 'node:net'
import { randomBase62 } from '@/server/metering/access/api-key'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { accountGone } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { runScript, script } from '@/server/platform/store/untyped'

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
  /** When the endpoint's address was verified; null if it has not been verified. */
  verified: number | null
  /** When tries began to fail; null if the last one succeeded. */
  failing: number | null
  /** When the endpoint was switched off, by its owner or after failures; null if it is on. */
  off: number | null
}

/** An endpoint as it is stored. */
type StoredEndpoint = Pick<Endpoint, 'url' | 'created'> & { failing?: number; off?: number }

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
    .map(([id, { url, created, failing = null, off = null }]): Endpoint => {
      return { id, url, created, verified: verified.get(addressOf(url)) ?? null, failing, off }
    })
    .sort((a, b) => a.created - b.created || a.id.localeCompare(b.id))
}

/** Reads one endpoint. @throws PinrefError `callback_not_found`. */
export async function readEndpoint(accountId: string, id: string): Promise<Endpoint> {
  const endpoint = (await readEndpoints(accountId)).find((one) => one.id === id)
  if (!endpoint) throw noSuchEndpoint()
  return endpoint
}

/** Adds an endpoint, or changes the URL or state of an existing one. A URL can belong to only one endpoint. */
const write = script(`
local user, endpoints = unpack(KEYS)
local id, url, isOn, now, isNew, most = unpack(ARGV)
if redis.call('EXISTS', user) == 0 then return 'gone' end
local own = redis.call('HGET', endpoints, id)
if isNew ~= '1' and not own then return 'none' end
local all = redis.call('HGETALL', endpoints)
if isNew == '1' and #all / 2 >= tonumber(most) then return 'too many' end
for index = 1, #all, 2 do
  if all[index] ~= id and cjson.decode(all[index + 1]).url == url then return 'known' end
end
local endpoint = own and cjson.decode(own) or { created = tonumber(now) }
if url ~= '' then endpoint.url = url end
if isOn == '1' then endpoint.off, endpoint.failing = nil, nil end
if isOn == '0' then endpoint.off = endpoint.off or tonumber(now) end
redis.call('HSET', endpoints, id, cjson.encode(endpoint))
return 'done'
`)

/**
 * Adds an endpoint.
 * @param url from `endpointAddress`.
 * @returns its id.
 * @throws PinrefError `limit_reached` if there are too many; `invalid_request` if the URL is taken; `not_signed_in` if the account is gone.
 */
export async function addEndpoint(accountId: string, url: string): Promise<string> {
  const id = `cb_${randomBase62(12)}`
  await change(accountId, id, { url, isOn: null, isNew: true })
  return id
}

/**
 * Changes an endpoint. A new URL switches the endpoint on.
 * @param isOn null leaves the endpoint's state unchanged.
 * @throws PinrefError `callback_not_found`; as `addEndpoint`.
 */
export const changeEndpoint = (accountId: string, id: string, { url, isOn }: EndpointChange): Promise<void> =>
  change(accountId, id, { url, isOn: isOn ?? (url === null ? null : true), isNew: false })

interface EndpointChange {
  url: string | null
  isOn: boolean | null
}

async function change(accountId: string, id: string, { url, isOn, isNew }: EndpointChange & { isNew: boolean }) {
  const { user, endpoints } = redisKeys(accountId)
  const now = Math.floor(Date.now() / 1000)
  const args = [id, url ?? '', isOn === null ? '' : isOn ? 1 : 0, now, isNew ? 1 : 0, maxEndpoints]
  switch (await runScript(write, [user, endpoints], args)) {
    case 'gone':
      throw accountGone()
    case 'none':
      throw noSuchEndpoint()
    case 'known':
      throw badAddress('An endpoint with this address already exists.')
    case 'too many':
      throw new PinrefError('limit_reached', `An account can have at most ${maxEndpoints} endpoints. Remove one first.`)
  }
}

/** Removes an endpoint. @throws PinrefError `callback_not_found`. */
export async function removeEndpoint(accountId: string, id: string): Promise<void> {
  const { redis } = await store()
  if ((await redis.hdel(redisKeys(accountId).endpoints, id)) === 0) throw noSuchEndpoint()
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
const name = script(`
local user, addresses = unpack(KEYS)
local address, now, most = unpack(ARGV)
if redis.call('EXISTS', user) == 0 then return 'gone' end
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
export async function rememberAddress(accountId: string, url: string): Promise<void> {
  const { user, callbackAddresses } = redisKeys(accountId)
  const args = [addressOf(url), Math.floor(Date.now() / 1000), maxAddresses]
  if ((await runScript(name, [user, callbackAddresses], args)) === 'gone') throw accountGone()
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
