import type { PinrefError } from '@/server/errors'
import { logError } from '@/server/observability/log-error'
import { askStore, readHash } from './ask-store'
import { type Batch, isFinal } from './batch'
import { findBatch } from './find-batch'
import { sweptBatches } from './layout'
import { runStep } from './run-step'
import { allLanes, enqueue, type Step } from './steps'
import type { BatchWatch } from './watch'

/**
 * Checks all batches that have begun and not ended, and restarts those that have stalled: a queue may give up on a step that kept
 * failing for long, and then nothing continues the batch. To be called every ten minutes.
 * @param stopping aborts when no more batches are to be checked.
 * @throws PinrefError `store_unavailable`.
 */
export async function sweep(stopping: AbortSignal, watch: BatchWatch): Promise<null> {
  for (const [field, before] of Object.entries(await readHash(sweptBatches))) {
    if (stopping.aborted) break
    const [accountId = '', id = ''] = field.split(' ')
    try {
      const after = await lookAt(accountId, id, before, stopping, watch)
      await (after === null ? askStore('HDEL', sweptBatches, field) : askStore('HSET', sweptBatches, field, after))
    } catch (error) {
      if ((error as Partial<PinrefError>).code === 'store_unavailable') throw error
      logError(`batch ${id} cannot be looked after`, { error })
    }
  }
  return null
}

const firstAttempt = { failures: 0, crashes: 0 }

/**
 * Checks one batch.
 * @param before what this returned at the last check; empty at the first.
 * @returns `<run> <state> <lines done> <checks since that last changed>`; null if the batch needs no more checks.
 */
async function lookAt(
  accountId: string,
  id: string,
  before: string,
  stopping: AbortSignal,
  watch: BatchWatch,
): Promise<string | null> {
  const batch = await findBatch(accountId, id).catch((error: PinrefError) => {
    if (error.code !== 'batch_not_found') throw error
    return null
  })
  if (batch === null) return null
  if (isFinal(batch.state)) {
    // The queue may have given up on the step that was to report the end.
    await watch.changed(accountId, batch)
    return null
  }
  const step: Step = { kind: 'wake', accountId, batch: id, run: batch.run, lane: 0, madeMs: Date.now() }
  if (batch.state === 'waiting') await runStep(step, stopping, firstAttempt, watch)
  const stands = `${batch.run} ${batch.state} ${batch.done} `
  const looks = before.startsWith(stands) ? Number(before.slice(stands.length)) + 1 : 0
  // Less and less often, because the queue may not have given up yet on the steps that were queued again.
  if (isPowerOfTwo(looks)) await queueAnew(batch, step)
  return stands + looks
}

const isPowerOfTwo = (looks: number) => looks > 0 && (looks & (looks - 1)) === 0

/** Queues the steps of a batch again. If the queue still has the old ones, the new do nothing or take over their lanes. */
async function queueAnew({ state }: Batch, step: Step): Promise<void> {
  const sweep = `-${step.madeMs}`
  if (state === 'queued') await enqueue([{ ...step, kind: 'begin' }], 0, sweep)
  if (state === 'running') await enqueue(allLanes(step), 0, sweep)
}
