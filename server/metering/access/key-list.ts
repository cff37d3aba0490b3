import { store } from '@/server/platform/store/store'
import { isTestKey, keyPeppers } from './api-key'
import { calendarDay, recentMonths } from './calendar'
import { type Budget, budgetFields, budgetsOf, callsLeft, type StoredAncestor } from './key-budgets'
import { type KeyLimits, limitsOf, type StoredLimits } from './key-limits'
import { redisKeys } from './redis-keys'

/** The stored key data that its owner sees. Times are epoch seconds. */
interface KeyFacts {
  /** `key_` and 12 base62 characters. */
  id: string
  name: string
  start: string
  /** The key's last four characters; null for a key created before Pinref stored them. */
  end: string | null
  created: number
  /** The milliseconds of `created`; 0 for a key created before Pinref stored them. */
  ms: number
  /** Null: never. */
  expires: number | null
}

/** A key as stored. Unset limits are omitted. */
export interface StoredKey extends Omit<KeyFacts, 'end' | 'ms'>, StoredLimits {
  end?: string
  ms?: number
  /** The code of the pepper used for its hash. */
  pepper: string
  /** The id of the replaced key. */
  replaces?: string
  /** The id of the key that created it through the API. */
  madeBy?: string
  /** The id of the person who created it, or replaced another key with it. */
  maker?: string
  /** Digests of the `Idempotency-Key` and of the request that created it. */
  mark?: string
  asked?: string
  /** Whether a call with it has been received. Only set for keys created with an `Idempotency-Key`. */
  received?: true
  /** See `key-budgets.ts`. */
  countedAs?: string
  ancestors?: StoredAncestor[]
  /** When the owner stops waiting for the key's first call. */
  waits?: number
}

/** A key that was revoked in the last seven days. */
export interface RevokedKey extends Pick<KeyFacts, 'id' | 'name' | 'start' | 'end'> {
  /** Epoch seconds. */
  revoked: number
}

/** A key as its owner sees it. */
export interface ApiKey extends KeyFacts, KeyLimits {
  /** Whether the key is a test key, which gets sample results and does not count against the plan. */
  test: boolean
  /** The id of the key that this one replaced in a rotation; null if there was none. */
  replaces: string | null
  /** The id of the key that created it through the API; null if its owner created it on the dashboard. */
  madeBy: string | null
  /** The id of the person who created it, or replaced another key with it; null if unknown or if a key did. */
  maker: string | null
  /** The limits that its calls count against: its own, then those of its ancestors; none for a test key. */
  budgets: Budget[]
  /** Epoch seconds; null before the first use. */
  lastUsed: number | null
  /**
   * Counted calls in the current month (UTC). Unless the key is a test key, these calls also count against the plan.
   */
  callsThisMonth: number
  /** Calls left in the current month under the key's budgets; null if none has a limit. The plan's quota also applies. */
  callsLeft: number | null
  /** The same for the current day (UTC). */
  callsLeftToday: number | null
}

/** A key without its usage. */
export type KeyDetails = Omit<ApiKey, 'lastUsed' | 'callsThisMonth' | 'callsLeft' | 'callsLeftToday'>

/** Reads an account's keys with their usage, newest first. Includes expired keys, but not revoked ones. */
export async function listKeys(accountId: string): Promise<ApiKey[]> {
  const keys = await readKeys(accountId)
  if (keys.length === 0) return []
  const { redis } = await store()
  const at = redisKeys(accountId)
  const ids = keys.map(({ id }) => id)
  const read = (hash: string, fields: string[]) => redis.hmget<Record<string, number | null>>(hash, ...fields)
  const seenIds = ids.map((id) => `${id}:seen`)
  const nowMs = Date.now()
  const { month, day } = calendarDay(nowMs)
  const counted = new Set([...ids, ...keys.flatMap(({ budgets }) => budgets.map(({ id }) => id))])
  const [calls, ...months] = await Promise.all([
    read(
      at.counts(month),
      [...counted].flatMap((id) => budgetFields(id, day)),
    ),
    ...recentMonths(nowMs).map((month) => read(at.counts(month), seenIds)),
  ])
  const lastUsed = (id: string) => months.find((month) => month?.[`${id}:seen`])?.[`${id}:seen`] ?? null
  return keys.map((key) => {
    const left = callsLeft(key.budgets, calls ?? {}, day)
    return {
      ...key,
      lastUsed: lastUsed(key.id),
      callsThisMonth: calls?.[`${key.id}:used`] ?? 0,
      callsLeft: left.month,
      callsLeftToday: left.day,
    }
  })
}

/** Reads an account's keys with one command, newest first. */
export async function readKeys(accountId: string): Promise<KeyDetails[]> {
  const { redis } = await store()
  const keys = Object.values((await redis.hgetall<Record<string, StoredKey>>(redisKeys(accountId).apiKeys)) ?? {})
  return keys
    .map(
      ({
        id,
        name,
        start,
        end = null,
        created,
        ms = 0,
        expires,
        replaces = null,
        madeBy = null,
        maker = null,
        ...stored
      }) => ({
        id,
        name,
        start,
        end,
        created,
        ms,
        expires,
        replaces,
        madeBy,
        maker,
        test: isTestKey(start),
        ...limitsOf(stored),
        budgets: isTestKey(start) ? [] : budgetsOf({ id, ...stored }),
      }),
    )
    .sort((a, b) => b.created - a.created || b.ms - a.ms || a.id.localeCompare(b.id))
}

/** Reads the keys that were revoked in the last seven days. */
export async function readRevokedKeys(accountId: string): Promise<RevokedKey[]> {
  const { redis } = await store()
  const keys = Object.values((await redis.hgetall<Record<string, RevokedKey>>(redisKeys(accountId).revokedKeys)) ?? {})
  return keys.map(({ end = null, ...key }) => ({ ...key, end }))
}

/** The progress of replacing other peppers with the current one. */
interface KeyRenewal {
  /** Valid keys, neither revoked nor expired. */
  keys: number
  /**
   * How many of the valid keys are still hashed with another pepper, because they have not been used since the change.
   */
  waiting: number
}

/** Checks every key of every account. A key is rehashed on its next use, because only then is its text available. */
export async function keyRenewal(): Promise<KeyRenewal> {
  const { redis, scan } = await store()
  const nowSeconds = Date.now() / 1000
  const renewal: KeyRenewal = { keys: 0, waiting: 0 }
  const seen = new Set<string>()
  for await (const names of scan(redisKeys('?'.repeat(16)).apiKeys)) {
    for (const name of names.filter((one) => !seen.has(one))) {
      seen.add(name)
      const keys = (await redis.hvals(name)) as Array<{ expires: number | null; pepper?: string }>
      const valid = keys.filter(({ expires }) => expires === null || expires > nowSeconds)
      renewal.keys += valid.length
      renewal.waiting += valid.filter(({ pepper }) => pepper !== keyPeppers().code).length
    }
  }
  return renewal
}
