import { PinrefError } from '@/server/errors'
import { askStore, readHash } from './ask-store'
import { type Batch, readBatch } from './batch'
import { type ChunkTable, orderChunks, type Part } from './chunks'
import { batchesOf, batchKeys } from './layout'
import { mostBatches } from './limits'
import { unpack } from './pack'

const form = /^batch_[0-9A-Za-z]{16}$/

export const noSuchBatch = () =>
  new PinrefError('batch_not_found', 'This account has no such batch. It may have been deleted, or have expired.')

/** @throws PinrefError `batch_not_found`, also for one of another account. */
export async function findBatch(accountId: string, id: string): Promise<Batch> {
  const batch = form.test(id) ? readBatch(id, await readHash(batchKeys(accountId, id).record)) : null
  if (batch === null) throw noSuchBatch()
  return batch
}

/** The batches of an account that are kept, newest first; so many of them where that is given. */
export async function listBatches(accountId: string, most = mostBatches): Promise<Batch[]> {
  const { index } = batchesOf(accountId)
  const ids = await askStore<string[]>('ZREVRANGE', index, 0, most - 1)
  const found = await Promise.all(
    ids.map(async (id) => readBatch(id, await readHash(batchKeys(accountId, id).record)) ?? id),
  )
  const expired = found.filter((one) => typeof one === 'string')
  if (expired.length > 0) await askStore('ZREM', index, ...expired)
  return found.filter((one) => typeof one !== 'string')
}

/** The parts that a batch has, by their numbers. */
export async function readParts(accountId: string, id: string): Promise<Map<number, Part>> {
  const fields = await readHash(batchKeys(accountId, id).parts)
  return new Map(Object.entries(fields).map(([number, part]) => [Number(number), JSON.parse(part) as Part]))
}

/** Tables of the batches that were last looked at: one is read again and again, and never changes. */
const tables = new Map<string, Promise<ChunkTable>>()
const mostTables = 20

/** Where the lines of a batch are that has begun to run. */
export function chunksOf(accountId: string, id: string): Promise<ChunkTable> {
  const known = tables.get(id)
  if (known) return known
  const reading = readParts(accountId, id).then(orderChunks)
  reading.catch(() => tables.delete(id))
  tables.set(id, reading)
  const [oldest] = tables.keys()
  if (tables.size > mostTables && oldest !== undefined) tables.delete(oldest)
  return reading
}

/** A field of a hash that was packed; null where there is none. */
export async function readPacked<T>(key: string, field: string): Promise<T | null> {
  const packed = await askStore<string | null>('HGET', key, field)
  return packed === null ? null : unpack<T>(packed)
}
