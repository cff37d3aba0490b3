import { PinrefError } from '@/server/errors'
import { askStore, readHash } from './ask-store'
import { type Batch, readBatch } from './batch'
import { type ChunkTable, orderChunks, type Part } from './chunks'
import { batchesOf, batchKeys } from './layout'
import { maxBatches } from './limits'
import { unpack } from './pack'

const form = /^batch_[0-9A-Za-z]{16}$/

export const noSuchBatch = () =>
  new PinrefError('batch_not_found', 'This account has no such batch. It may have been deleted, or have expired.')

/** @throws PinrefError `batch_not_found`, also for a batch of another account. */
export async function findBatch(accountId: string, id: string): Promise<Batch> {
  const batch = form.test(id) ? readBatch(id, await readHash(batchKeys(accountId, id).record)) : null
  if (batch === null) throw noSuchBatch()
  return batch
}

/** Reads the batches of an account, newest first, at most `most` of them. Drops expired ones from the index. */
export async function listBatches(accountId: string, most = maxBatches): Promise<Batch[]> {
  const { index, stored } = batchesOf(accountId)
  const ids = await askStore<string[]>('ZREVRANGE', index, 0, most - 1)
  const found = await Promise.all(
    ids.map(async (id) => readBatch(id, await readHash(batchKeys(accountId, id).record)) ?? id),
  )
  const expired = found.filter((one) => typeof one === 'string')
  if (expired.length > 0) await Promise.all([askStore('ZREM', index, ...expired), askStore('HDEL', stored, ...expired)])
  return found.filter((one) => typeof one !== 'string')
}

/** Reads the parts that a batch has, by their numbers. */
export async function readParts(accountId: string, id: string): Promise<Map<number, Part>> {
  const fields = await readHash(batchKeys(accountId, id).parts)
  return new Map(Object.entries(fields).map(([number, part]) => [Number(number), JSON.parse(part) as Part]))
}

/** The tables of recent batches: a table is read again and again, and never changes once the batch has begun. */
const tables = new Map<string, Promise<ChunkTable>>()
const maxTables = 20

/** Returns the chunks of a batch that takes no more lines. */
export function chunksOf(accountId: string, id: string): Promise<ChunkTable> {
  const known = tables.get(id)
  if (known) return known
  const reading = readParts(accountId, id).then(orderChunks)
  reading.catch(() => tables.delete(id))
  tables.set(id, reading)
  const [oldest] = tables.keys()
  if (tables.size > maxTables && oldest !== undefined) tables.delete(oldest)
  return reading
}

/**
 * Reads and unpacks a field of a hash; null if there is none.
 * @param onBytes called with the number of its bytes, unpacked.
 */
export async function readPacked<T>(key: string, field: string, onBytes?: (bytes: number) => void): Promise<T | null> {
  const packed = await askStore<string | null>('HGET', key, field)
  return packed === null ? null : unpack<T>(packed, onBytes)
}
