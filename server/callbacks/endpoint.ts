import { isIP } from 'node:net'
import { randomBase62 } from '@/server/access/api-key'
import { redisKeys } from '@/server/access/redis-keys'
import { accountGone } from '@/server/access/refusals'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'

/** The most endpoints of an account. */
export const maxEndpoints = 5

/** How many addresses are remembered for an account, verified or not; the one that was named longest ago gives way. */
export const maxAddresses = 100

/** Where an account is called back about every batch. Times are epoch seconds. */
export interface Endpoint {
  /** `cb_` and 12 characters base62. */
  id: string
  url: string
  created: number
  /** Since when its address is verified; null if it is not yet. */
  verified: number | null
  /** Since when every try has failed; null if the last one did not. */
  failing: number | null
  /** Since when it is switched off, by its owner or after failures; null if it is on. */
  off: number | null
}

/** An endpoint as it is stored. */
type StoredEndpoint = Pick<Endpoint, 'url' | 'created'> & { failing?: number; off?: number }

/** Returns the error for an id that names no endpoint of the account. */
export const noSuchEndpoint = (): PinrefError =>
  new PinrefError('callback_not_found', 'There is no endpoint with this id. GET /api/callbacks lists them.')

/** Reads where an account is called back, oldest first. */
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

/** Adds an endpoint, or gives one that is there another URL or another state. A URL belongs to one endpoint alone. */
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
 * @throws PinrefError `invalid_request` if there are too many, or one with this URL; `not_signed_in` if the account is gone.
 */
export async function addEndpoint(accountId: string, url: string): Promise<string> {
  const id = `cb_${randomBase62(12)}`
  await change(accountId, id, { url, isOn: null, isNew: true })
  return id
}

/**
 * Changes an endpoint. A new URL switches it on.
 * @param isOn null leaves it as it is.
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
      throw badAddress('There is an endpoint with this address already.')
    case 'too many':
      throw new PinrefError('invalid_request', `An account has at most ${maxEndpoints} endpoints. Remove one first.`)
  }
}

/** Removes an endpoint. @throws PinrefError `callback_not_found`. */
export async function removeEndpoint(accountId: string, id: string): Promise<void> {
  const { redis } = await store()
  if ((await redis.hdel(redisKeys(accountId).endpoints, id)) === 0) throw noSuchEndpoint()
}

/** An address that callbacks of an account may go to, as it is remembered. Times are epoch seconds. */
export interface Address {
  /** A URL without its query. */
  address: string
  /** When it was last named, by an endpoint or a batch. */
  named: number
  verified: number | null
}

/** Returns what of a URL is verified: all but its query, which may differ with each batch. */
export const addressOf = (url: string): string => url.split('?')[0] ?? url

/** Remembers an address, in place of the one that was named longest ago if there are too many. */
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

/** Remembers the address of a URL that callbacks are to go to. @throws PinrefError `not_signed_in` if the account is gone. */
export async function nameAddress(accountId: string, url: string): Promise<void> {
  const { user, callbackAddresses } = redisKeys(accountId)
  const args = [addressOf(url), Math.floor(Date.now() / 1000), maxAddresses]
  if ((await runScript(name, [user, callbackAddresses], args)) === 'gone') throw accountGone()
}

/** Returns whether the address of a URL is remembered. */
export async function isKnownAddress(accountId: string, url: string): Promise<boolean> {
  const { redis } = await store()
  return (await redis.hexists(redisKeys(accountId).callbackAddresses, addressOf(url))) === 1
}

/** Reads the addresses that are remembered. */
export async function readAddresses(accountId: string): Promise<Address[]> {
  const { redis } = await store()
  const stored = await redis.hgetall<Record<string, unknown>>(redisKeys(accountId).callbackAddresses)
  return Object.entries(stored ?? {}).map(([address, times]) => {
    const [named = 0, verified = 0] = String(times).split(' ').map(Number)
    return { address, named, verified: verified || null }
  })
}

/**
 * Reads a URL for callbacks.
 * @param field that it was sent in.
 * @throws PinrefError `invalid_request` if it cannot be called.
 */
export function endpointAddress(text: string, field = 'url'): string {
  const read = parseEndpointAddress(text)
  if ('fault' in read) throw badAddress(read.fault, field)
  return read.url
}

const badAddress = (detail: string, field = 'url') =>
  new PinrefError('invalid_request', detail, { errors: [{ pointer: `/${field}`, detail }] })

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
    return { fault: 'This is a private host name. Send one that the public internet knows.' }
  }
  return { url: url.href }
}
