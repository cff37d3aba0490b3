import { redisKeys } from '@/server/access/redis-keys'
import type { PinrefError } from '@/server/errors'
import { logError } from '@/server/observability/log-error'
import type { Again, Attempts } from '@/server/queue/job-queue'
import { queueKind } from '@/server/queue/queue'
import { runScript } from '@/server/store/store'
import { type Batch, type BatchWatch, isFinal } from './batch'
import { askStore, batchKeys, countsAt, readHash, sweptBatches } from './batch-store'
import { putInState } from './change-batch'
import { findBatch, forgetBatch } from './find-batch'
import { quotaScript } from './lane-scripts'
import { lanes } from './limits'
import { prepareBatch } from './prepare'
import { failBatch, runLane } from './run-lane'
import { allLanes, enqueue, type Step, wakeSeconds } from './steps'

/** How long a step may wait for the state change that belongs to it, which is made right after the step is queued. */
const earlyMs = 60_000

/**
 * After how many failures in a row the next one fails the batch: a defect would come back forever. QStash tries a step at least
 * three times more, the third half an hour after the first try.
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
        // A lane counts for itself how often its lines have killed a process.
        if (failures + crashes > maxFailures()) throw new Error('the batch could not be begun')
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

/** How many lanes of one account a process works on at the same time, however many batches it has. */
const maxLanes = lanes
const running = new Map<string, number>()

/** Works on a lane, unless the account has enough of them in this process: then the lane comes again in a moment. */
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

/** Prepares a batch, queues its lanes and sets it running. */
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
  // The batch was deleted meanwhile. What this step has stored for it would stay forever.
  if (state === 'gone') await forgetBatch(accountId, batch.id)
  // One that was paused meanwhile is not marked as prepared, and the step that resumes it needs them.
  if (!batch.isPrepared && (done || (state !== 'gone' && isFinal(state))))
    await askStore('UNLINK', batchKeys(accountId, batch.id).fingerprints)
  return nothingLeft
}

/** Lets a waiting batch go on as soon as it may. */
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
