import { store } from '@/server/store/store'
import { isTestKey, keyPeppers } from './api-key'
import { monthOf, recentMonths } from './calendar'
import { type KeyLimits, limitsOf, type StoredLimits } from './key-limits'
import { redisKeys } from './redis-keys'

/** What is stored of a key and also shown to its owner. Times are epoch seconds. */
interface KeyFacts {
  /** `key_` and 12 characters base62. */
  id: string
  name: string
  start: string
  /** Its last four characters; null for a key that was made before Pinref stored them. */
  end: string | null
  created: number
  /** The milliseconds of that second; 0 for a key that was made before Pinref stored them. */
  ms: number
  /** Null: never. */
  expires: number | null
}

/** A key as it is stored. Limits that are not set are left out. */
export interface StoredKey extends Omit<KeyFacts, 'end' | 'ms'>, StoredLimits {
  end?: string
  ms?: number
  /** The code of the pepper that its hash was made with. */
  pepper: string
  /** The id of the key that it replaced. */
  replaces?: string
  /** The id of the key that made it over the API. */
  madeBy?: string
  /** Of the `Idempotency-Key` that it was made with, and of the request: a digest each. */
  mark?: string
  asked?: string
  /** Until when somebody waits for its first call. */
  waits?: number
}

/** A key that was revoked in the last seven days. */
export interface RevokedKey extends Pick<KeyFacts, 'id' | 'name' | 'start' | 'end'> {
  /** Epoch seconds. */
  revoked: number
}

/** A key as its owner sees it. */
export interface ApiKey extends KeyFacts, KeyLimits {
  /** Whether it is a test key: answered from the sample, and not counted against the plan. */
  test: boolean
  /** The id of the key that it replaced in a rotation; null if it replaced none. */
  replaces: string | null
  /** The id of the key that made it over the API; null if its owner made it on the dashboard. */
  madeBy: string | null
  /** Epoch seconds; null before the first use. */
  lastUsed: number | null
  /** Calls of the current month (UTC) that counted. Unless it is a test key, they count against the plan too. */
  callsThisMonth: number
}

/** A key without its use. */
export type KeyDetails = Omit<ApiKey, 'lastUsed' | 'callsThisMonth'>

/** Reads the keys of an account with their use, newest first. A revoked key is gone; an expired one stays until it is revoked. */
export async function listKeys(accountId: string): Promise<ApiKey[]> {
  const keys = await readKeys(accountId)
  if (keys.length === 0) return []
  const { redis } = await store()
  const at = redisKeys(accountId)
  const ids = keys.map(({ id }) => id)
  const read = (hash: string, fields: string[]) => redis.hmget<Record<string, number | null>>(hash, ...fields)
  const seenIds = ids.map((id) => `${id}:seen`)
  const [calls, ...months] = await Promise.all([
    read(
      at.counts(monthOf(Date.now())),
      ids.map((id) => `${id}:used`),
    ),
    ...recentMonths(Date.now()).map((month) => read(at.counts(month), seenIds)),
  ])
  const lastUsed = (id: string) => months.find((month) => month?.[`${id}:seen`])?.[`${id}:seen`] ?? null
  return keys.map((key) => ({
    ...key,
    lastUsed: lastUsed(key.id),
    callsThisMonth: calls?.[`${key.id}:used`] ?? 0,
  }))
}

/** Reads the keys of an account with one command, newest first. */
export async function readKeys(accountId: string): Promise<KeyDetails[]> {
  const { redis } = await store()
  const keys = Object.values((await redis.hgetall<Record<string, StoredKey>>(redisKeys(accountId).apiKeys)) ?? {})
  return keys
    .map(({ id, name, start, end = null, created, ms = 0, expires, replaces = null, madeBy = null, ...stored }) => ({
      ...{ id, name, start, end, created, ms, expires, replaces, madeBy, test: isTestKey(start) },
      ...limitsOf(stored),
    }))
    .sort((a, b) => b.created - a.created || b.ms - a.ms || a.id.localeCompare(b.id))
}

/** Reads the keys that were revoked in the last seven days. */
export async function readRevokedKeys(accountId: string): Promise<RevokedKey[]> {
  const { redis } = await store()
  const keys = Object.values((await redis.hgetall<Record<string, RevokedKey>>(redisKeys(accountId).revokedKeys)) ?? {})
  return keys.map(({ end = null, ...key }) => ({ ...key, end }))
}

/** How far the current pepper has replaced the others. */
interface KeyRenewal {
  /** Keys that are valid: neither revoked nor expired. */
  keys: number
  /** How many of them are still hashed with another pepper, because they have not been used since it changed. */
  waiting: number
}

/** Looks at every key of every account. A key is hashed again at its next use, because its text is known only then. */
export async function keyRenewal(): Promise<KeyRenewal> {
  const { redis, scan } = await store()
  const nowSeconds = Date.now() / 1000
  const found: KeyRenewal = { keys: 0, waiting: 0 }
  const seen = new Set<string>()
  for await (const names of scan(redisKeys('?'.repeat(16)).apiKeys)) {
    for (const name of names.filter((one) => !seen.has(one))) {
      seen.add(name)
      const keys = (await redis.hvals(name)) as Array<{ expires: number | null; pepper?: string }>
      const valid = keys.filter(({ expires }) => expires === null || expires > nowSeconds)
      found.keys += valid.length
      found.waiting += valid.filter(({ pepper }) => pepper !== keyPeppers().code).length
    }
  }
  return found
}
