import { script } from '@/server/store/script'
import type { Condition, Row } from './query'

/** One kind of record, with the indexes that better-auth's own queries need. */
export interface Table {
  /**
   * The rows that may meet these conditions, at least all that do.
   * @throws Error where no index leads to them.
   */
  candidates(conditions: Condition[]): Promise<Row[]>
  /** Stores a row and answers it as it was stored. */
  create(row: Row): Promise<Row>
  /** Changes a row that is still there; answers whether it was. */
  update(row: Row, changes: Row): Promise<boolean>
  /** Removes a row; answers whether this call was the one that did. */
  remove(row: Row): Promise<boolean>
}

/** Replaces one field of a hash, unless it has gone: what was removed must not come back. */
export const replaceField = script(`
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
`)

/** Seconds from now to a time in ISO 8601, at least 1: how long a record may stay. */
export const secondsUntil = (time: string): number => Math.max(1, Math.ceil((Date.parse(time) - Date.now()) / 1000))
