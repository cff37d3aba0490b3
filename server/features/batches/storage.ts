import { firstPlan, planOf } from '@/server/metering/access/limits'
import { readProfile } from '@/server/metering/access/profile'
import { PinrefError } from '@/server/platform/problems/errors'
import { askStore } from '@/server/platform/store/untyped'
import { batchesOf, batchKeys, type Chunk, type ChunkTable, chunkWith, readHash } from './batch-store'
import { listBatches } from './find-batch'
import { maxBatches, maxLinesStored } from './limits'

/** A line's results and fingerprints, packed, in bytes. */
const bytesOfLine = 100

/** The fields of a chunk and of its results, in bytes. */
const bytesOfChunk = 512

/** Redis allocates up to a quarter more than a value needs. */
const allocation = 1.25

/** Returns how many bytes of account storage the lines use, including their results. */
export const storageBytes = (packedBytes: number, lines: number, chunks: number): number =>
  Math.ceil(packedBytes * allocation) + lines * bytesOfLine + chunks * bytesOfChunk

/** The storage that an account's batches use, and its limits. */
export interface Storage {
  batches: number
  lines: number
  bytes: number
  max: { batches: number; lines: number; bytes: number }
}

/** Reads the storage that an account's batches use, and its plan's limits. */
export async function readStorage(accountId: string): Promise<Storage> {
  const { index, stored } = batchesOf(accountId)
  const [entries, batches, { plan }] = await Promise.all([
    readHash(stored),
    askStore<number>('ZCARD', index),
    readProfile(accountId),
  ])
  const taken = Object.values(entries).map((entry) => entry.split(' ').map(Number))
  const sum = (at: number) => taken.reduce((all, one) => all + (one[at] ?? 0), 0)
  const { batchBytes } = planOf(plan) ?? firstPlan()
  return {
    batches,
    lines: sum(0),
    bytes: sum(1),
    max: { batches: maxBatches, lines: maxLinesStored, bytes: batchBytes },
  }
}

/**
 * Checks, before lines are packed, whether an account may store them, counting only their results. The script that adds
 * the lines to a batch checks again, with exact sizes.
 * @returns the account's storage limits.
 * @throws PinrefError `limit_reached`.
 */
export async function checkStorage(accountId: string, moreLines: number): Promise<Storage['max']> {
  const { lines, bytes, max } = await readStorage(accountId)
  if (moreLines <= 0) return max
  const hasTooManyLines = lines + moreLines > max.lines
  const isFull = hasTooManyLines || bytes + storageBytes(0, moreLines, 1) > max.bytes
  if (!isFull) return max
  if (await freeExpired(accountId)) return checkStorage(accountId, moreLines)
  throw hasTooManyLines ? tooManyLinesStored() : tooManyBytesStored(max.bytes)
}

/**
 * Frees the storage of expired batches. This requires reading the batches' records, so it is done only when storage is
 * full.
 * @returns whether any expired.
 */
export async function freeExpired(accountId: string): Promise<boolean> {
  const { stored } = batchesOf(accountId)
  const before = await askStore<number>('HLEN', stored)
  // Reading the list frees the storage of expired batches.
  await listBatches(accountId)
  return (await askStore<number>('HLEN', stored)) < before
}

const remedy = 'Delete a batch that you no longer need.'

export const tooManyLinesStored = () =>
  new PinrefError(
    'limit_reached',
    `An account can store at most ${maxLinesStored.toLocaleString('en')} lines in all batches. ${remedy}`,
  )

export const tooManyBytesStored = (maxBytes: number) =>
  new PinrefError(
    'limit_reached',
    `Your plan can store at most ${Math.floor(maxBytes / 1024 / 1024).toLocaleString('en')} MiB in all batches. ${remedy}`,
  )

/**
 * Deletes the names and ratings of lines that the caller has received.
 * @param range the lines, from 0: the slices that end at or before `to`, starting in the chunk that contains `from`.
 */
export async function forgetDetails(
  accountId: string,
  id: string,
  table: ChunkTable,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { results, same, details } = batchKeys(accountId, id)
  if (to === 0) return
  const firstChunk = chunkWith(table, from)
  const lastChunk = chunkWith(table, to - 1)
  const fetched = Array.from({ length: lastChunk - firstChunk + 1 }, (_, at) => firstChunk + at)
  const [starts, others] = await Promise.all(
    [results, same].map((key) => askStore<Array<string | null>>('HMGET', key, ...fetched)),
  )
  const read = fetched.flatMap((chunk, at) => {
    // Later lines may repeat one of these lines and still need its details, so the details are left to expire.
    if (others?.[at]) return []
    const own = (starts?.[at] ?? '').split(' ').filter(Boolean).map(Number)
    const { first, lines } = table[chunk] as Chunk
    return own.filter((_, slice) => first + (own[slice + 1] ?? lines) <= to).map((start) => details(chunk, start))
  })
  if (read.length > 0) await askStore('UNLINK', ...read)
}
