import { redisKeys } from '@/server/metering/access/redis-keys'
import { logError } from '@/server/platform/observability/logger'
import type { PinrefError } from '@/server/platform/problems/errors'
import type { Again, Attempts } from '@/server/platform/queue/job-queue'
import { queueKind } from '@/server/platform/queue/queue'
import { askStore, runScript } from '@/server/platform/store/untyped'
import { type Batch, type BatchWatch, isFinal } from './batch'
import { batchKeys, countsAt, readHash, sweptBatches } from './batch-store'
import { putInState } from './change-batch'
import { findBatch, forgetBatch } from './find-batch'
import { quotaScript } from './lane-scripts'
import { lanes } from './limits'
import { prepareBatch } from './prepare'
import { failBatch, runLane } from './run-lane'
import { allLanes, enqueue, type Step, wakeSeconds } from './steps'

/** How long a step may wait for its state change, which is written right after the step is queued. */
const earlyMs = 60_000

/**
 * How many consecutive failures are retried. The next one fails the batch, because a bug would recur forever. QStash
 * retries a step at least three times, with the third retry half an hour after the first try.
 */
const maxFailures = () => (queueKind() === 'qstash' ? 3 : 20)

const nothingLeft: Again = null

/**
 * Runs a step of a batch; see `RunJob`.
 */
export async function runStep(
  step: Step,
  stopping: AbortSignal,
  { failures, crashes }: Attempts,
  watch: BatchWatch,
): Promise<Again> {
  try {
    switch (step.kind) {
      case 'begin':
        // A lane has its own count of how many times its lines have killed a process.
        if (failures + crashes > maxFailures()) throw new Error('the batch could not be started')
        return await begin(step)
      case 'wake':
        return await wake(step)
      case 'lane':
        return await lane(step, stopping, watch)
    }
  } catch (error) {
    const { code } = error as Partial<PinrefError>
    if (code === 'batch_not_found') return nothingLeft
    if (code === 'store_unavailable' || failures + (step.kind === 'begin' ? crashes : 0) < maxFailures()) throw error
    await failBatch(step, error, watch)
    return nothingLeft
  }
}

/** How many of an account's lanes a process works on at the same time, across all of its batches. */
const maxLanes = lanes
const running = new Map<string, number>()

/** Works on a lane. If the process is already working on enough of the account's lanes, tries again shortly. */
async function lane(step: Step, stopping: AbortSignal, watch: BatchWatch): Promise<Again> {
  const { accountId } = step
  const others = running.get(accountId) ?? 0
  if (others >= maxLanes) return 1 + 2 * Math.random()
  running.set(accountId, others + 1)
  try {
    const next = await runLane(step, stopping, watch)
    return next === 'early' ? tooEarly(step) : next
  } finally {
    const left = (running.get(accountId) ?? 1) - 1
    if (left > 0) running.set(accountId, left)
    else running.delete(accountId)
  }
}

function tooEarly({ madeMs }: Step): Again {
  const ageMs = Date.now() - madeMs
  if (ageMs > earlyMs) return nothingLeft
  return ageMs < 1_000 ? 0.1 : 1
}

/** Prepares a batch, queues its lanes, and sets its state to running. */
async function begin(step: Step): Promise<Again> {
  const { accountId, run } = step
  const batch = await findBatch(accountId, step.batch)
  if (batch.run < run) return tooEarly(step)
  if (batch.run > run || batch.state !== 'queued') return nothingLeft
  const fields: Record<string, number> = {}
  if (!batch.isPrepared) Object.assign(fields, { prepared: 1, duplicates: await prepareBatch(accountId, batch) })
  const now = Date.now()
  await enqueue(allLanes({ ...step, madeMs: now }))
  const since = { since: now, sinceDone: batch.done }
  const running = { from: ['queued'], to: 'running', reason: null, fields: { ...fields, ...since } } as const
  const { done, state } = await putInState(accountId, batch, running)
  // The batch was deleted during the step. Any data that this step stored for the batch would never be deleted.
  if (state === 'gone') await forgetBatch(accountId, batch.id)
  // A batch that was paused during the step is not marked as prepared and still needs its fingerprints when it resumes.
  if (!batch.isPrepared && (done || (state !== 'gone' && isFinal(state))))
    await askStore('UNLINK', batchKeys(accountId, batch.id).fingerprints)
  return nothingLeft
}

/** Resumes a waiting batch as soon as its limits allow. */
async function wake(step: Step): Promise<Again> {
  const { accountId, run } = step
  const batch = await findBatch(accountId, step.batch)
  if (batch.run !== run || batch.state !== 'waiting') return nothingLeft
  const now = Date.now()
  if (batch.until > now) return Math.min((batch.until - now) / 1000, 3_600)
  const { profile, apiKeys } = redisKeys(accountId)
  const { counts, date } = countsAt(accountId, now)
  const keys = [batchKeys(accountId, batch.id).record, profile, apiKeys, counts]
  if ((await runScript(quotaScript(), keys, [date, Math.floor(now / 1000)])) !== 1) return wakeSeconds()
  await enqueue([{ ...step, kind: 'begin', run: run + 1, madeMs: now }])
  await putInState(accountId, batch, { from: ['waiting'], to: 'queued', reason: null, fields: { run: run + 1 } })
  return nothingLeft
}

/**
 * Checks all batches that have started but not ended, and restarts batches that have stalled. A queue may give up on a
 * step that fails for a long time, and then nothing resumes the batch. Must be called every ten minutes.
 * @param stopping aborts when no more batches may be checked.
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
      logError(`batch ${id} could not be checked`, { error })
    }
  }
  return null
}

const firstAttempt = { failures: 0, crashes: 0 }

/**
 * Checks one batch.
 * @param before the result of the last check; empty for the first one.
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
    // The queue may have given up on the step that would have reported the end.
    await watch.changed(accountId, batch)
    return null
  }
  const step: Step = { kind: 'wake', accountId, batch: id, run: batch.run, lane: 0, madeMs: Date.now() }
  if (batch.state === 'waiting') await runStep(step, stopping, firstAttempt, watch)
  const stands = `${batch.run} ${batch.state} ${batch.done} `
  const looks = before.startsWith(stands) ? Number(before.slice(stands.length)) + 1 : 0
  // Steps are requeued less and less often, because the queue may still have the previous ones.
  if (isPowerOfTwo(looks)) await queueAnew(batch, step)
  return stands + looks
}

const isPowerOfTwo = (looks: number) => looks > 0 && (looks & (looks - 1)) === 0

/**
 * Queues a batch's steps again. If the queue still has the old steps, the new ones do nothing or take over their lanes.
 */
async function queueAnew({ state }: Batch, step: Step): Promise<void> {
  const sweep = `-${step.madeMs}`
  if (state === 'queued') await enqueue([{ ...step, kind: 'begin' }], 0, sweep)
  if (state === 'running') await enqueue(allLanes(step), 0, sweep)
}
