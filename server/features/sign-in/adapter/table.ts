import type { CleanedWhere } from 'better-auth/adapters'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, optional, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import prolongLua from './prolong.lua'
import releaseLua from './release-claim.lua'
import replaceFieldLua from './replace-field.lua'
import takeOverLua from './take-over-claim.lua'

/** A better-auth record as stored: dates are ISO 8601 text, and missing values are null. */
export type Row = Record<string, unknown>

/** One condition of a query. */
export type Condition = CleanedWhere

/** One kind of record, with the indexes that better-auth's own queries need. */
export interface Table {
  /**
   * Returns all rows that meet these conditions, and perhaps other rows.
   * @throws Error if there is no index for them.
   */
  candidates(conditions: Condition[]): Promise<Row[]>
  /** Stores a row and returns it as stored. */
  create(row: Row): Promise<Row>
  /** Changes a row if it still exists. Returns whether the row existed. */
  update(row: Row, changes: Row): Promise<boolean>
  /**
   * Changes a row if this field still has the value that was read, in one atomic step. Returns whether the field still
   * had that value. Exists only in tables where better-auth needs this.
   */
  updateIf?(row: Row, changes: Row, field: string): Promise<boolean>
  /** Removes a row. Returns whether this call removed it. */
  remove(row: Row): Promise<boolean>
}

/** Replaces a field of a hash if it still exists. A removed field must not be recreated. */
export const replaceField = defineScript({
  name: 'replace-field',
  keys: ['hash'],
  args: { field: text, value: text },
  returns: flag,
  lua: replaceFieldLua,
})

/** Extends a key's lifetime to at least this many seconds from now. */
export const prolong = defineScript({
  name: 'prolong',
  keys: ['key'],
  args: { seconds: integer },
  returns: flag,
  lua: prolongLua,
})

/** Returns the fields of a row that is stored as a hash: the JSON of each value. */
export const fieldsOf = (row: Row): Record<string, string> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, JSON.stringify(value)]))

/** Returns the seconds from now to an ISO 8601 time, at least 1: a record's lifetime. */
export const secondsUntil = (time: string): number => Math.max(1, Math.ceil((Date.parse(time) - Date.now()) / 1000))

/** A query that this store has no index for or cannot evaluate. This is an error on our side. */
export const unsupported = (model: string, conditions: Condition[] = []): Error =>
  new Error(
    `the account store cannot do this with ${model}: ${JSON.stringify(conditions.map(({ field, operator }) => [field, operator]))}`,
  )

/** Returns the value that a field must equal, if a condition specifies one. */
export function equalTo(conditions: Condition[], field: string): string | null {
  return oneOf(conditions, field)?.[0] ?? null
}

/** Returns the values that a field may have, if a condition lists them. */
export function oneOf(conditions: Condition[], field: string): string[] | null {
  for (const { field: name, operator, value } of conditions) {
    if (name !== field) continue
    if (operator === 'eq' && typeof value === 'string') return [value]
    if (operator === 'in' && Array.isArray(value)) return value.map(String)
  }
  return null
}

/** Whether a row meets every condition. @throws Error for a condition that better-auth itself never uses. */
export function matches(model: string, row: Row, conditions: Condition[]): boolean {
  return conditions.every((condition) => {
    const { field, operator, value, connector, mode } = condition
    if ((connector === 'OR' && conditions.length > 1) || mode === 'insensitive') throw unsupported(model, conditions)
    const stored = row[field] ?? null
    switch (operator) {
      case 'eq':
        return stored === value
      case 'ne':
        return stored !== value
      case 'in':
        return Array.isArray(value) && value.some((one) => one === stored)
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return ordered(stored, operator, value)
      default:
        throw unsupported(model, [condition])
    }
  })
}

/** Dates are compared as ISO 8601 text, which sorts by time. */
function ordered(stored: unknown, operator: 'gt' | 'gte' | 'lt' | 'lte', value: Condition['value']): boolean {
  const comparable =
    (typeof stored === 'string' && typeof value === 'string') ||
    (typeof stored === 'number' && typeof value === 'number')
  if (!comparable) return false
  const order = stored < value ? -1 : stored > value ? 1 : 0
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator]
}

/*
 * A claim records which account an email or a provider account belongs to. The claim's hash slot differs from the
 * account's, so the two cannot be written atomically. The account's own record is therefore written first and is
 * authoritative: a claim is valid only while its holder's record agrees, and a stale claim can be taken over.
 */

const takeOver = defineScript({
  name: 'take-over-claim',
  keys: ['claim'],
  args: { before: text, after: text, lasts: optional(integer) },
  returns: flag,
  lua: takeOverLua,
})

const giveUp = defineScript({
  name: 'release-claim',
  keys: ['claim'],
  args: { holder: text },
  returns: flag,
  lua: releaseLua,
})

/**
 * Claims a key for an account. Returns whether the account now holds the key. If several accounts try at once, exactly
 * one succeeds.
 * @param isHeldBy whether this account's own record agrees that it holds the claim.
 * @param lastsSeconds how long the claim is valid; by default, the claim does not expire.
 */
export async function claim(
  key: string,
  accountId: string,
  isHeldBy: (accountId: string) => Promise<boolean>,
  lastsSeconds?: number,
): Promise<boolean> {
  const { redis } = await store()
  const lasts = lastsSeconds === undefined ? {} : { ex: lastsSeconds }
  if (await redis.set(key, claimOf(accountId), { nx: true, ...lasts })) return true
  const holder = await holderOf(key)
  if (holder === null) return claim(key, accountId, isHeldBy, lastsSeconds)
  if (holder === accountId) return true
  if (await isHeldBy(holder)) return false
  return takeOver({ claim: key }, { before: claimOf(holder), after: claimOf(accountId), lasts: lastsSeconds })
}

/** Returns the account that holds a claim, or null. */
export async function holderOf(key: string): Promise<string | null> {
  const { redis } = await store()
  return (await redis.get<{ accountId: string }>(key))?.accountId ?? null
}

/** Releases a claim, if this account still holds it. */
export async function release(key: string, accountId: string): Promise<void> {
  await giveUp({ claim: key }, { holder: claimOf(accountId) })
}

const claimOf = (accountId: string) => JSON.stringify({ accountId })
