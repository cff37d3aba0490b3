import { runMemberScript } from '@/server/metering/access/member-script'
import { type Author, writerOf } from '@/server/metering/access/members'
import { PinrefError } from '@/server/platform/problems/errors'
import { type Batch, type BatchChange, type BatchReason, type BatchState, changes, isFinal, readBatch } from './batch'
import { batchKeys, countsAt, fieldsOf, lastingKeys, missingParts, readParts } from './batch-store'
import { findBatch, forgetBatch, noSuchBatch } from './find-batch'
import { keepSeconds } from './limits'
import { changeScript, labelScript } from './scripts'
import { enqueue, registerForSweep } from './steps'

/**
 * Starts a batch that has all of its lines.
 * @param key the id of the API key that the batch counts against from now on; empty for none.
 * @throws PinrefError `batch_not_found`; `batch_state` if it cannot start, or a part is missing, or there are no lines.
 */
export async function startBatch(author: Author, id: string, key: string): Promise<Batch> {
  const { accountId } = writerOf(author)
  const batch = await findBatch(accountId, id)
  if (batch.started > 0) return batch
  if (batch.state === 'receiving') {
    if (batch.rows === 0) throw notInThisState('This batch has no lines. Add lines first.')
    const missing = missingParts(await readParts(accountId, id))
    if (missing.length > 0)
      throw notInThisState(`Parts are missing: ${missing.join(', ')}. Send the missing parts first.`)
  }
  return begin(author, batch, 'start', key)
}

/** Resumes a batch that is paused or waiting. @throws as `startBatch`. */
export async function resumeBatch(author: Author, id: string, key: string): Promise<Batch> {
  return begin(author, await findBatch(writerOf(author).accountId, id), 'resume', key)
}

/** Pauses a batch: slices in progress finish, and no more start until it is resumed. @throws as `startBatch`. */
export async function pauseBatch(author: Author, id: string): Promise<Batch> {
  const { accountId } = writerOf(author)
  const batch = await findBatch(accountId, id)
  return batchAfterChange(
    accountId,
    batch,
    'pause',
    await putInState(author, batch, { ...changes.pause, reason: null }),
  )
}

/** Cancels a batch. Its results stay available; slices in progress are dropped and not counted. @throws as `startBatch`. */
export async function cancelBatch(author: Author, id: string): Promise<Batch> {
  const { accountId } = writerOf(author)
  const batch = await findBatch(accountId, id)
  return batchAfterChange(
    accountId,
    batch,
    'cancel',
    await putInState(author, batch, { ...changes.cancel, reason: null }),
  )
}

/**
 * Changes a batch's name or client in any state. Idempotent.
 * @param changes valid labels from `tidyName`; empty for none. Omitted ones stay the same.
 * @throws PinrefError `batch_not_found`.
 */
export async function updateBatch(
  author: Author,
  id: string,
  changes: { name?: string; client?: string },
): Promise<Batch> {
  const { record } = batchKeys(writerOf(author).accountId, id)
  const reply = await runMemberScript(author, labelScript, [record], Object.entries(changes).flat())
  const batch = readBatch(id, fieldsOf(reply as string[]))
  if (batch === null) throw noSuchBatch()
  return batch
}

/** Cancels a batch, and deletes it and everything stored for it. @throws PinrefError `batch_not_found`. */
export async function deleteBatch(author: Author, id: string): Promise<void> {
  const batch = await findBatch(writerOf(author).accountId, id)
  if (!isFinal(batch.state)) await putInState(author, batch, { ...changes.cancel, reason: null })
  await forgetBatch(author, id)
}

/** The new state of a batch, and the states that allow the change. */
export interface NewState {
  from: readonly BatchState[]
  to: BatchState
  reason: BatchReason | null
  /** When the wait ends, epoch milliseconds. */
  until?: number
  /** Other fields of the batch's record. */
  fields?: Record<string, string | number>
}

/**
 * Changes the state of a batch if it is still in the same run and in one of the `from` states.
 * @returns the state of the batch afterward, and whether this call changed it.
 */
export async function putInState(
  author: Author,
  { id, run }: Pick<Batch, 'id' | 'run'>,
  { from, to, reason, until = 0, fields = {} }: NewState,
): Promise<{ done: boolean; state: BatchState | 'gone' }> {
  const now = Date.now()
  const { accountId } = writerOf(author)
  const { month, monthBefore, counts, countsBefore } = countsAt(accountId, now)
  const [record = '', ...others] = lastingKeys(accountId, id)
  const keep = isFinal(to) ? keepSeconds : 0
  const args = [month, monthBefore, ` ${from.join(' ')} `, run, to, now, keep]
  const changed = { reason: reason ?? '', until, ...fields }
  const keys = [record, counts, countsBefore, ...others]
  const reply = await runMemberScript(author, changeScript, keys, [...args, ...Object.entries(changed).flat()])
  const [done, state] = reply as [number, BatchState | 'gone']
  return { done: done === 1, state }
}

/** Queues the step before the state changes, because a step for a run that never starts does nothing. */
async function begin(author: Author, batch: Batch, change: 'start' | 'resume', key: string): Promise<Batch> {
  const { accountId } = writerOf(author)
  const { from, to } = changes[change]
  const now = Date.now()
  const run = batch.run + 1
  if (!from.some((state) => state === batch.state))
    return batchAfterChange(accountId, batch, change, { done: false, state: batch.state })
  await registerForSweep(accountId, batch.id)
  await enqueue([{ kind: 'begin', accountId, batch: batch.id, run, lane: 0, madeMs: now }])
  const fields = { run, key, started: batch.started || now }
  return batchAfterChange(accountId, batch, change, await putInState(author, batch, { from, to, reason: null, fields }))
}

/**
 * Returns the batch after the change; a change already in effect counts as done.
 * @throws PinrefError if the change is not possible.
 */
async function batchAfterChange(
  accountId: string,
  { id }: Batch,
  change: BatchChange,
  { done, state }: { done: boolean; state: BatchState | 'gone' },
): Promise<Batch> {
  if (state === 'gone') throw noSuchBatch()
  const isSo = state === changes[change].to || (change === 'resume' && state === 'running')
  if (!done && !isSo) throw notPossible(change, state)
  return findBatch(accountId, id)
}

const past: Record<BatchChange, string> = {
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
}

export const notPossible = (change: BatchChange, state: BatchState) =>
  notInThisState(`This batch is ${state} and cannot be ${past[change]}.`)

/** The error for something that is not possible in a batch's current state. */
export const notInThisState = (detail: string) => new PinrefError('batch_state', detail)
