import { randomBase62 } from '@/server/access/api-key'
import type { Again } from '@/server/queue/queue'
import { putInState } from './change-batch'
import { chunksOf, findBatch } from './find-batch'
import { finishSlice } from './finish-slice'
import { forgetBatch } from './forget'
import { linesAtOnce } from './limits'
import { countsAt } from './quota'
import { lookUpSlice, readSlice } from './slice'
import { enqueue, type Step, turnMs, wakeSeconds } from './steps'
import { type Holder, nothing, reserve, take } from './take-lane'
import type { BatchWatch } from './watch'

/** The smallest slice that a lane is cut down to, in lines. */
const fewestLines = 10

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
  const latest = Date.now() + turnMs()
  const most = linesAtOnce(batch.details)
  const pace = { lines: most }
  while (Date.now() < latest && !stopping.aborted) {
    const after = await runSlice({ step, batch, table, token: randomBase62(8) }, pace, stopping, watch)
    if (after !== 'more') return after
    pace.lines = Math.min(2 * pace.lines, most)
  }
  return 0
}

/** @param pace how many lines to take at once; reduced here after a crash. */
async function runSlice(
  holder: Holder,
  pace: { lines: number },
  stopping: AbortSignal,
  watch: BatchWatch,
): Promise<After> {
  const { step, batch, table } = holder
  const taken = await take(holder)
  if (taken === 'early') return 0.1
  // The process that made the batch finish or wait may have died before it reported that or queued the next check.
  if (taken === 'finished') await reportState(holder, watch)
  if (typeof taken === 'string') return taken === 'waiting' ? wait(holder, taken, watch) : null
  const chunk = table[taken.number]
  if (!chunk) throw new Error(`batch ${batch.id} has no chunk ${taken.number}`)
  // The previous holder of the lane never finished its lines. If processes or the store keep dying, smaller slices get through.
  if (taken.dropped > 0) pace.lines = Math.max(fewestLines, Math.ceil(taken.dropped / 4))
  const slice = await readSlice(step.accountId, batch, { ...taken, chunk, most: pace.lines })
  const wanted = slice.jobs.length
  const granted = wanted === 0 ? nothing : await reserve(holder, wanted)
  if (typeof granted === 'string') return stopFor(holder, granted, watch)
  const end = await lookUpSlice(slice, granted.lines, batch, step.accountId, stopping)
  const date = granted.date ?? countsAt(step.accountId, Date.now()).date
  const { state, used, usedByKey } = await finishSlice(holder, slice, end, date)
  if (state === 'lost') return null
  if (state === 'unknown') return 'more'
  watch.used(
    step.accountId,
    granted.months.map((month) => ({ ...month, used: month.of === 'plan' ? used : usedByKey })),
  )
  if (state === 'finished') await reportState(holder, watch)
  if (end.postponeSeconds === null) return stopping.aborted ? 0 : 'more'
  const until = Date.now() + end.postponeSeconds * 1000
  const waiting = { from: ['running'], to: 'waiting', reason: 'upstream', until } as const
  return (await putInState(step.accountId, batch, waiting)).done ? wait(holder, 'upstream', watch) : null
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
