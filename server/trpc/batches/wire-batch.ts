import { type Batch, secondsLeft } from '@/server/batches/batch'

/** Returns a batch as the API answers it. */
export function wireBatch(batch: Batch) {
  const { id, state, reason, operation, details, isTest, key, until } = batch
  const { column, addressColumn, countryColumn } = batch
  const { lines: total, done, found, failed, unreadable, duplicates } = batch
  return {
    ...{ id, state, reason, operation, details, test: isTest, key: key || null },
    column: column || null,
    address_column: addressColumn || null,
    country_column: countryColumn || null,
    waits_until: secondsOf(state === 'waiting' ? until : 0),
    lines: { total, done, found, failed, unreadable, left: total - done, duplicates },
    seconds_left: secondsLeft(batch, Date.now()),
    created: Math.floor(batch.created / 1000),
    started: secondsOf(batch.started),
    ended: secondsOf(batch.ended),
  }
}

/** Converts epoch milliseconds to seconds; null for 0. */
const secondsOf = (ms: number): number | null => (ms === 0 ? null : Math.floor(ms / 1000))
