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
 * Looks at all batches that have begun and not ended, and has those go on that stand still: a queue may give a step up that it could
 * not have done for long, and then nothing else follows on it. Is to be called every ten minutes.
 * @param stopping aborts when no more are to be looked at.
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

/**
 * @param before what this returned when it was looked at last; empty at first.
 * @returns `<run> <state> <lines done> <looks since which that is so>`; null where there is nothing more to look after.
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
    // Whoever was to tell that may have been given up.
    await watch.changed(accountId, batch)
    return null
  }
  const step: Step = { kind: 'wake', accountId, batch: id, run: batch.run, lane: 0, madeMs: Date.now() }
  if (batch.state === 'waiting') await runStep(step, stopping, 0, watch)
  const stands = `${batch.run} ${batch.state} ${batch.done} `
  const looks = before.startsWith(stands) ? Number(before.slice(stands.length)) + 1 : 0
  // More and more seldom: what was queued anew may not have been given up yet.
  if (isPowerOfTwo(looks)) await queueAnew(batch, step)
  return stands + looks
}

const isPowerOfTwo = (looks: number) => looks > 0 && (looks & (looks - 1)) === 0

/** A step that comes although it was not given up does nothing, or takes its lane from the one that has it. */
async function queueAnew({ state }: Batch, step: Step): Promise<void> {
  const sweep = `-${step.madeMs}`
  if (state === 'queued') await enqueue([{ ...step, kind: 'begin' }], 0, sweep)
  if (state === 'running') await enqueue(allLanes(step), 0, sweep)
}
