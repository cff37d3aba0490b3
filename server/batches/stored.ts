import { firstPlan, planOf } from '@/server/access/plans'
import { readProfile } from '@/server/access/profile'
import { PinrefError } from '@/server/errors'
import { askStore, readHash } from './ask-store'
import { listBatches } from './find-batch'
import { batchesOf } from './layout'
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
 * Checks that an account may store more lines, before they are packed. The script that adds them to a batch checks again, and
 * exactly.
 * @param characters how long the lines are.
 * @returns what the account may store.
 * @throws PinrefError `invalid_request`.
 */
export async function checkStorage(accountId: string, moreLines: number, characters: number): Promise<Storage['max']> {
  const storage = await readStorage(accountId)
  const { max } = storage
  if (moreLines <= 0) return max
  const isTight =
    storage.lines + moreLines > max.lines || storage.bytes + storageBytes(2 * characters, moreLines, 1) > max.bytes
  if (!isTight) return max
  // Expired batches give up their storage when the list is read.
  await listBatches(accountId)
  const { lines, bytes } = await readStorage(accountId)
  if (lines + moreLines > max.lines) throw tooManyLinesStored()
  if (bytes + storageBytes(0, moreLines, 1) > max.bytes) throw tooManyBytesStored(max.bytes)
  return max
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
