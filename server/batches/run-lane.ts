import { randomBase62 } from '@/server/access/api-key'
import { logError } from '@/server/observability/log-error'
import type { Again } from '@/server/queue/queue'
import { putInState } from './change-batch'
import { chunksOf, findBatch } from './find-batch'
import { finishSlice } from './finish-slice'
import { forgetBatch } from './forget'
import { linesAtOnce } from './limits'
import { countsAt } from './quota'
import { hungSlice, lookUpSlice, readSlice } from './slice'
import { enqueue, type Step, turnMs, wakeSeconds } from './steps'
import { type Granted, type Holder, nothing, reserve, take } from './take-lane'
import type { BatchWatch } from './watch'

/** How many lines may hang or kill the process that takes them before the whole batch fails. */
const maxHung = 3

/** What follows a slice: `more` right away, or when the lane is to come again, if at all. */
type After = 'more' | Again

/**
 * Works on a lane of a batch for a while: takes lines, charges the account for them, looks them up and stores the results.
 * @param stopping aborts when this process is to end: lines under way are finished, and no more are begun.
 * @returns when the lane is to come again; `early` if its run has not begun yet.
 * @throws PinrefError `batch_not_found`, `store_unavailable`.
 */
export async function runLane(step: Step, stopping: AbortSignal, watch: BatchWatch): Promise<Again | 'early'> {
  const batch = await findBatch(step.accountId, step.batch)
  if (step.run > batch.run) return 'early'
  if (step.run < batch.run) return null
  const table = await chunksOf(step.accountId, step.batch)
  const longestChunk = table.reduce((longest, { lines }) => Math.max(longest, lines), 1)
  const maxSize = Math.min(linesAtOnce(batch.details), longestChunk)
  const latestMs = Date.now() + turnMs()
  while (Date.now() < latestMs && !stopping.aborted) {
    const after = await runSlice({ step, batch, table, maxSize, token: randomBase62(8) }, { stopping, latestMs }, watch)
    if (after !== 'more') return after
  }
  return 0
}

async function runSlice(
  holder: Holder,
  until: { stopping: AbortSignal; latestMs: number },
  watch: BatchWatch,
): Promise<After> {
  const { step, batch, table } = holder
  const { accountId } = step
  const taken = await take(holder)
  if (taken === 'early') return 0.1
  // The process that made the batch finish or wait may have died before it reported that or queued the next check.
  if (taken === 'finished') await reportState(holder, watch)
  if (typeof taken === 'string') return taken === 'waiting' ? wait(holder, taken, watch) : null
  const chunk = table[taken.number]
  if (!chunk) throw new Error(`batch ${batch.id} has no chunk ${taken.number}`)
  if (taken.hung > maxHung) {
    await failBatch(step, new Error(`${taken.hung} of its lines hung a process`), watch)
    return null
  }
  if (taken.hung > 0) {
    logError(`line ${chunk.first + taken.from + 1} of batch ${batch.id} hung a process`, {
      error: new Error('the line fails alone'),
    })
    const { slice, end } = await hungSlice(accountId, batch, { ...taken, chunk })
    return afterFinish(
      holder,
      await finishSlice(holder, slice, end, countsAt(accountId, Date.now()).date),
      nothing,
      watch,
    )
  }
  const slice = await readSlice(accountId, batch, { ...taken, chunk })
  const wanted = slice.jobs.length
  const granted = wanted === 0 ? nothing : await reserve(holder, wanted)
  if (typeof granted === 'string') return stopFor(holder, granted, watch)
  const end = await lookUpSlice(slice, granted.lines, batch, accountId, until)
  const date = granted.date ?? countsAt(accountId, Date.now()).date
  const after = await afterFinish(holder, await finishSlice(holder, slice, end, date), granted, watch)
  if (after === null || end.postponeSeconds === null) return until.stopping.aborted && after !== null ? 0 : after
  const waitsUntil = Date.now() + end.postponeSeconds * 1000
  const waiting = { from: ['running'], to: 'waiting', reason: 'upstream', until: waitsUntil } as const
  return (await putInState(accountId, batch, waiting)).done ? wait(holder, 'upstream', watch) : null
}

/** Reports what has changed with the results of a slice. */
async function afterFinish(
  holder: Holder,
  { state, used, usedByKey }: Awaited<ReturnType<typeof finishSlice>>,
  { months }: Granted,
  watch: BatchWatch,
): Promise<'more' | null> {
  if (state === 'lost') return null
  if (state === 'unknown') return 'more'
  watch.used(
    holder.step.accountId,
    months.map((month) => ({ ...month, used: month.of === 'plan' ? used : usedByKey })),
  )
  if (state === 'finished') await reportState(holder, watch)
  return 'more'
}

/** Fails a batch that cannot go on, and reports it. @param error what is wrong, for the log. */
export async function failBatch({ accountId, batch, run }: Step, error: unknown, watch: BatchWatch): Promise<void> {
  logError(`batch ${batch} has failed`, { error })
  const failed = { from: ['queued', 'running', 'waiting'], to: 'failed', reason: 'defect' } as const
  const { done } = await putInState(accountId, { id: batch, run }, failed)
  if (done) await watch.changed(accountId, await findBatch(accountId, batch))
}

/** Ends the work on a lane when no line may be looked up. */
async function stopFor(holder: Holder, reason: string, watch: BatchWatch): Promise<null> {
  if (reason === 'lost') return null
  // The account has been deleted, but its deletion did not get as far as this batch.
  if (reason === 'gone') await forgetBatch(holder.step.accountId, holder.batch.id)
  return reason === 'gone' ? null : wait(holder, reason, watch)
}

/** Reports a batch that waits and queues the next check whether it may go on; does nothing for one that was paused. */
async function wait(holder: Holder, reason: string, watch: BatchWatch): Promise<null> {
  if (reason === 'key' || reason === 'suspended') return null
  await enqueue([{ ...holder.step, kind: 'wake', lane: 0, madeMs: Date.now() }], wakeSeconds())
  await reportState(holder, watch)
  return null
}

/** Reports the state that the batch is in now. */
async function reportState({ step }: Holder, watch: BatchWatch): Promise<void> {
  await watch.changed(step.accountId, await findBatch(step.accountId, step.batch))
}
