import type { Redis } from 'ioredis'

/** Keys that expire within a day are omitted, because they are not needed after an upgrade. */
const leastSeconds = 86_400

/** A Redis key with its value. */
export interface StoredKey {
  key: string
  type: 'string' | 'hash' | 'set' | 'zset' | 'stream'
  /** Text, field–value pairs, members, member–score pairs, or each entry's id, field, and value. */
  value: string | string[]
  /** The key's remaining time to live; null if it never expires. */
  ttlSeconds: number | null
}

/** A person's data when the store was written, which must survive an upgrade. */
export interface KeptPerson {
  email: string
  password: string
  /** The plan, and the number of calls counted that month. */
  plan: string
  used: number
  /** API keys that work, and a key that does not. */
  keys: Array<{ key: string; id: string; name: string }>
  revoked: string
  /** Two-step verification: the app's secret, in base32, and recovery codes. */
  totpSecret: string | null
  recoveryCodes: string[]
}

/** A store written by a release. */
export interface StoredRelease {
  release: string
  /** The month in which it was written (`2026-11`, UTC). */
  month: string
  /** The settings of the server that wrote it. */
  env: { KEY_PEPPER: string; AUTH_SECRET: string }
  people: KeptPerson[]
  /** A short link with a stored target, and the CID in that target. */
  link: { url: string; cid: string }
  keys: StoredKey[]
}

/** Reads all Redis keys that last longer than a day. */
export async function dump(redis: Redis): Promise<StoredKey[]> {
  const stored: StoredKey[] = []
  for (const key of (await redis.keys('*')).sort()) {
    const ttl = await redis.ttl(key)
    if (ttl >= 0 && ttl < leastSeconds) continue
    const type = (await redis.type(key)) as StoredKey['type']
    stored.push({ key, type, value: await read(redis, key, type), ttlSeconds: ttl < 0 ? null : ttl })
  }
  return stored
}

async function read(redis: Redis, key: string, type: StoredKey['type']): Promise<string | string[]> {
  if (type === 'stream') return (await redis.xrange(key, '-', '+')).flat(2)
  const command = { string: 'GET', hash: 'HGETALL', set: 'SMEMBERS', zset: 'ZRANGE' }[type]
  const range = type === 'zset' ? ['0', '-1', 'WITHSCORES'] : []
  const value = (await redis.call(command, key, ...range)) as string | string[] | string[][]
  // Each pair is stored as a separate list.
  return typeof value === 'string' ? value : value.flat()
}

/** Writes an unchanged copy of a store to an empty Redis server. */
export async function load(redis: Redis, stored: readonly StoredKey[]): Promise<void> {
  for (const { key, type, value, ttlSeconds } of stored) {
    await write(redis, key, type, [value].flat())
    if (ttlSeconds !== null) await redis.expire(key, ttlSeconds)
  }
}

async function write(redis: Redis, key: string, type: StoredKey['type'], values: string[]): Promise<void> {
  if (type === 'stream') {
    for (let at = 0; at < values.length; at += 3) await redis.call('XADD', key, ...values.slice(at, at + 3))
    return
  }
  const command = { string: 'SET', hash: 'HSET', set: 'SADD', zset: 'ZADD' }[type]
  // A sorted set is read as member and score, and written as score and member.
  const args = type === 'zset' ? values.map((_, at) => values[at ^ 1] ?? '') : values
  await redis.call(command, key, ...args)
}
