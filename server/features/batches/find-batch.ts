import { setTimeout as sleep } from 'node:timers/promises'
import { runMemberScript } from '@/server/metering/access/member-script'
import { type Author, writerOf } from '@/server/metering/access/members'
import { PinrefError } from '@/server/platform/problems/errors'
import { perProcess, stopping } from '@/server/platform/runtime/per-process'
import { type Places, takePlace } from '@/server/platform/runtime/shared-places'
import { askStore } from '@/server/platform/store/untyped'
import { type Batch, isUnderWay, readBatch } from './batch'
import { batchesOf, batchKeys, lastingKeys, readHash } from './batch-store'
import { maxBatches, waitsAtOnce } from './limits'
import { forgetBatchScript, resultFieldsScript } from './scripts'

const form = /^batch_[0-9A-Za-z]{16}$/

export const noSuchBatch = () =>
  new PinrefError('batch_not_found', 'This account has no such batch. The batch may have been deleted or have expired.')

/** Reads a batch. @throws PinrefError `batch_not_found`, also for another account's batch. */
export async function findBatch(accountId: string, id: string): Promise<Batch> {
  const batch = form.test(id) ? readBatch(id, await readHash(batchKeys(accountId, id).record)) : null
  if (batch === null) throw noSuchBatch()
  return batch
}

/** The calls in this process that are waiting for a batch, by account. */
const waits = perProcess<Places>('batch-waits')

/** The pauses between checks of the batch, in milliseconds. Each pause is twice as long as the previous one. */
const lookEveryMs = { first: 100, most: 1_000 }

/**
 * Waits until a batch is no longer queued or running. Returns early if the time is up, if the process is stopping, or
 * if another account needs the place.
 * @param signal aborts when the caller disconnects.
 * @throws PinrefError `batch_not_found`; `too_many_requests` if too many of the account's or the process's calls are
 *   already waiting; the signal's reason.
 */
export async function waitForBatch(accountId: string, id: string, forMs: number, signal: AbortSignal): Promise<Batch> {
  const dropped = new AbortController()
  const end = takePlace(waits, accountId, waitsAtOnce, () => dropped.abort(), 'calls waiting for batches')
  const ends = AbortSignal.any([signal, dropped.signal])
  const endMs = performance.now() + forMs
  try {
    for (let pauseMs = lookEveryMs.first; ; pauseMs = Math.min(2 * pauseMs, lookEveryMs.most)) {
      const batch = await findBatch(accountId, id)
      signal.throwIfAborted()
      const leftMs = endMs - performance.now()
      const isOver = leftMs <= 0 || dropped.signal.aborted || stopping.value?.aborted
      if (isOver || !isUnderWay(batch.state)) return batch
      await sleep(Math.min(pauseMs, leftMs), undefined, { signal: ends }).catch(() => {})
    }
  } finally {
    end()
  }
}

/** Reads an account's batches, newest first, at most `most` of them. Removes expired batches from the index. */
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

const keysAtOnce = 1_000

/**
 * Deletes everything stored for a batch: what expires by itself first, so that an interrupted deletion can be repeated. Steps that are still working on the
 * batch find that it is gone.
 */
export async function forgetBatch(author: Author, id: string): Promise<void> {
  const { accountId } = writerOf(author)
  const { results, details } = batchKeys(accountId, id)
  const fields = (await runMemberScript(author, resultFieldsScript, [results], [])) as string[]
  const withDetails = fields.flatMap((field) => {
    const [chunk, from] = field.split(':')
    return from === undefined ? [] : [details(Number(chunk), Number(from))]
  })
  for (let at = 0; at < withDetails.length; at += keysAtOnce)
    await askStore('UNLINK', ...withDetails.slice(at, at + keysAtOnce))
  const { index, stored } = batchesOf(accountId)
  await forgetBatchScript(author, { index, stored, others: lastingKeys(accountId, id) }, { id })
}

/** Deletes all batches of a deleted account. */
export async function forgetBatches(accountId: string): Promise<void> {
  const { index, stored } = batchesOf(accountId)
  for (const id of await askStore<string[]>('ZRANGE', index, 0, -1)) await forgetBatch(accountId, id)
  await askStore('UNLINK', index, stored)
}
