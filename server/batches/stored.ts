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

/** Returns what lines count for in the storage of their account, in bytes: what they take with their results. */
export const storageBytes = (packedBytes: number, lines: number, chunks: number): number =>
  packedBytes + lines * bytesOfLine + chunks * bytesOfChunk

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
 * @returns what the account may store.
 * @throws PinrefError `invalid_request`.
 */
export async function checkStorage(accountId: string, moreLines: number): Promise<Storage['max']> {
  const fault = ({ lines, bytes, max }: Storage) => {
    if (moreLines <= 0) return null
    if (lines + moreLines > max.lines) return tooManyLinesStored()
    return bytes + moreLines * bytesOfLine > max.bytes ? tooManyBytesStored(max.bytes) : null
  }
  const storage = await readStorage(accountId)
  if (fault(storage) === null) return storage.max
  // Expired batches give up their storage when the list is read.
  await listBatches(accountId)
  const refusal = fault(await readStorage(accountId))
  if (refusal) throw refusal
  return storage.max
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
