import { createHmac, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Redis } from 'ioredis'

/**
 * The peers' work for one call, written only for this benchmark: check the key, count the call against the monthly
 * quota and the burst limit, convert, and report the remaining quota. The data, responses, and headers match Pinref's,
 * but none of its code is used.
 */
export interface Peer {
  call(apiKey: string | undefined, body: unknown): Promise<PeerAnswer>
}

interface PeerAnswer {
  status: number
  headers: Record<string, string>
  body: object
}

declare module 'ioredis' {
  interface RedisCommander {
    admit(...keysAndArguments: string[]): Promise<[string, number, number]>
  }
}

const admission = `
local plan, created = unpack(redis.call('HMGET', KEYS[1], 'plan', 'created'))
if not created then return { 'unknown', 0, 0 } end
local found = redis.call('HGET', KEYS[2], ARGV[1])
if not found then return { 'unknown', 0, 0 } end
local key, now, window = cjson.decode(found), ARGV[2], ARGV[6]
if type(key.expires) == 'number' and key.expires <= tonumber(now) then return { 'unknown', 0, 0 } end
local day, keyUsed = ARGV[3] .. ':ok', key.id .. ':used'
local before = redis.call('HMGET', KEYS[3], 'used', day, keyUsed, 'window', 'burst')
local burst = before[4] == window and tonumber(before[5]) + 1 or 1
if burst > tonumber(ARGV[5]) then return { 'fast', 0, 0 } end
local limit = cjson.decode(ARGV[4])[plan or 'starter']
local used = tonumber(before[1] or '0')
if limit >= 0 and used >= limit then return { 'exhausted', limit, used } end
used = used + 1
redis.call('HSET', KEYS[3], 'used', used, day, tonumber(before[2] or '0') + 1, keyUsed, tonumber(before[3] or '0') + 1,
  'window', window, 'burst', burst, 'seen', now, key.id .. ':seen', now)
if used == 1 then redis.call('EXPIRE', KEYS[3], 34560000) end
return { 'admitted', limit, used }
`

const limits = JSON.stringify({ starter: 1_000, growth: 10_000, scale: 100_000, unlimited: -1 })

const alwaysSent = {
  'x-api-version': '1',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, X-API-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Server-Timing, X-API-Key-Type',
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Makes a peer that does the work on the Redis server at this address. */
export function createPeer(redisUrl: string, pepper: string, burstLimit: string): Peer {
  const redis = new Redis(redisUrl, { protocol: 2, lazyConnect: true })
  redis.defineCommand('admit', { numberOfKeys: 3, lua: admission })
  return {
    async call(apiKey, body) {
      const started = performance.now()
      const requestId = randomUUID()
      const account = apiKey === undefined ? null : accountOf(apiKey)
      const { cid } = body as { cid?: unknown }
      if (typeof cid !== 'string') return refused(400, requestId)
      const value = parseCid(cid)
      if (value === null) return refused(400, requestId)
      if (apiKey === undefined || account === null) return refused(401, requestId)

      const now = new Date()
      const month = now.toISOString().slice(0, 7)
      const hash = createHmac('sha256', pepper).update(apiKey).digest('base64url')
      const tag = `{${account}}`
      const startMs = performance.now()
      const [state, limit, used] = await redis.admit(
        `${tag}:profile`,
        `${tag}:keys`,
        // Pinref takes turns with the peer on the same accounts and keeps its own counts.
        `${tag}:peer-counts:${month}`,
        hash,
        String(Math.floor(now.getTime() / 1000)),
        `${String(now.getUTCDate()).padStart(2, '0')}:convert`,
        limits,
        burstLimit,
        String(Math.floor(now.getTime() / 10_000)),
      )
      const storeMs = performance.now() - startMs
      if (state === 'unknown') return refused(401, requestId)
      if (state !== 'admitted') return refused(429, requestId)

      const hex = `0x${value.toString(16)}`
      const mapsUrl = `https://maps.google.com/?cid=${value}`
      return {
        status: 200,
        headers: {
          ...alwaysSent,
          'x-request-id': requestId,
          ...quotaHeaders(limit, used, now),
          'server-timing': `store;dur=${storeMs.toFixed(2)}, total;dur=${(performance.now() - started).toFixed(2)}`,
        },
        body: { cid_decimal: String(value), hex_cid: hex, maps_url: mapsUrl, schema_hasmap: mapsUrl },
      }
    },
  }
}

function refused(status: number, requestId: string): PeerAnswer {
  return { status, headers: { ...alwaysSent, 'x-request-id': requestId }, body: { status } }
}

function accountOf(key: string): string | null {
  if (!/^pr_live_[0-9A-Za-z]{44}$/.test(key)) return null
  let rest = crc32(key.slice(0, -6))
  let checksum = ''
  for (let place = 0; place < 6; place++) {
    checksum = digits.charAt(rest % 62) + checksum
    rest = Math.floor(rest / 62)
  }
  return key.endsWith(checksum) ? key.slice(8, 24) : null
}

function parseCid(text: string): bigint | null {
  const trimmed = text.trim()
  const value = /^\d{1,20}$/.test(trimmed)
    ? BigInt(trimmed)
    : /^(0x)?[0-9a-f]{1,16}$/i.test(trimmed)
      ? BigInt(`0x${trimmed.replace(/^0x/i, '')}`)
      : null
  return value !== null && value < 1n << 64n ? value : null
}

function quotaHeaders(limit: number, used: number, now: Date): Record<string, string> {
  if (limit < 0) {
    return {
      'x-ratelimit-limit': 'unlimited',
      'x-ratelimit-remaining': '2147483647',
      'ratelimit-policy': '"unlimited";q=2147483647',
      ratelimit: '"unlimited";r=2147483647',
    }
  }
  const reset = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000
  const window = reset - Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1000
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(limit - used),
    'x-ratelimit-reset': String(reset),
    'ratelimit-policy': `"monthly";q=${limit};w=${window}`,
    ratelimit: `"monthly";r=${limit - used};t=${Math.ceil(reset - now.getTime() / 1000)}`,
  }
}
