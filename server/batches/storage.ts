import { firstPlan, planOf } from '@/server/access/plans'
import { readProfile } from '@/server/access/profile'
import { PinrefError } from '@/server/errors'
import { askStore, batchesOf, readHash } from './batch-store'
import { listBatches } from './find-batch'
import { maxBatches, maxLinesStored } from './limits'

/** Results and fingerprints of a line, packed, in bytes. */
const bytesOfLine = 100

/** The fields of a chunk and of its results, in bytes. */
const bytesOfChunk = 512

/** Redis allocates up to a quarter more than a value needs. */
const allocation = 1.25

/** Returns what lines count for in the storage of their account, in bytes: what they take with their results. */
export const storageBytes = (packedBytes: number, lines: number, chunks: number): number =>
  Math.ceil(packedBytes * allocation) + lines * bytesOfLine + chunks * bytesOfChunk

/** What the batches of an account take, and may take. */
export interface Storage {
  batches: number
  lines: number
  bytes: number
  max: { batches: number; lines: number; bytes: number }
}

/** Reads what the batches of an account take of what its plan lets them. */
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
    ...{ batches, lines: sum(0), bytes: sum(1) },
    max: { batches: maxBatches, lines: maxLinesStored, bytes: batchBytes },
  }
}

/**
 * Checks that an account may store more lines, before they are packed: as if they took no room besides their results. The script
 * that adds them to a batch checks again, and exactly.
 * @returns what the account may store.
 * @throws PinrefError `invalid_request`.
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
 * Frees the storage of batches that have expired. Their records have to be read for that, so it is done only when storage is full.
 * @returns whether there were any.
 */
export async function freeExpired(accountId: string): Promise<boolean> {
  const { stored } = batchesOf(accountId)
  const before = await askStore<number>('HLEN', stored)
  // Expired batches give up their storage when the list is read.
  await listBatches(accountId)
  return (await askStore<number>('HLEN', stored)) < before
}

const remedy = 'Delete a batch that you no longer need.'

export const tooManyLinesStored = () =>
  new PinrefError(
    'invalid_request',
    `An account stores at most ${maxLinesStored.toLocaleString('en')} lines in all its batches. ${remedy}`,
  )

export const tooManyBytesStored = (maxBytes: number) =>
  new PinrefError(
    'invalid_request',
    `Your plan stores at most ${Math.floor(maxBytes / 1024 / 1024).toLocaleString('en')} MiB in all batches. ${remedy}`,
  )
