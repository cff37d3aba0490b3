import { script } from '@/server/store/script'
import type { Condition, Row } from './query'

/** One kind of record, with the indexes that better-auth's own queries need. */
export interface Table {
  /**
   * Returns the rows that may meet these conditions: all that do, perhaps others too.
   * @throws Error if no index leads to them.
   */
  candidates(conditions: Condition[]): Promise<Row[]>
  /** Stores a row and returns it as stored. */
  create(row: Row): Promise<Row>
  /** Changes a row if it still exists; returns whether it did. */
  update(row: Row, changes: Row): Promise<boolean>
  /**
   * Changes a row if this field still has the value that was read, in one atomic step; returns whether it had. Only in the tables
   * for which better-auth needs it.
   */
  updateIf?(row: Row, changes: Row, field: string): Promise<boolean>
  /** Removes a row; returns whether this call was the one that removed it. */
  remove(row: Row): Promise<boolean>
}

/** Replaces a field of a hash if it still exists: a removed one must not come back. */
export const replaceField = script(`
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
`)

/** Extends a key's lifetime to at least this many seconds from now. */
export const prolong = script(`
if redis.call('TTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return 1
`)

/** Returns the seconds from now to a time in ISO 8601, at least 1: the lifetime of a record. */
export const secondsUntil = (time: string): number => Math.max(1, Math.ceil((Date.parse(time) - Date.now()) / 1000))
