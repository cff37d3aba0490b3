import { setTimeout as sleep } from 'node:timers/promises'
import { randomBase62 } from '@/server/access/api-key'
import { countCalls } from '@/server/access/call-counts'
import { redisKeys } from '@/server/access/redis-keys'
import type { PinrefError } from '@/server/errors'
import type { Again } from '@/server/queue/queue'
import { runScript } from '@/server/store/store'
import { askStore } from './ask-store'
import type { Batch } from './batch'
import { putInState } from './change-batch'
import type { ChunkTable } from './chunks'
import { chunksOf, findBatch } from './find-batch'
import { forgetBatch } from './forget'
import { batchKeys, lastingKeys } from './layout'
import { detailsSeconds, keepSeconds, linesAtOnce } from './limits'
import { pack } from './pack'
import { countsAt, keepCountsSeconds } from './quota'
import { finishScript, reserveScript, takeScript } from './scripts'
import { lookUpSlice, readSlice, type Slice, type SliceEnd } from './slice'
import { enqueue, type Step, turnMs, wakeSeconds } from './steps'
import type { BatchWatch } from './watch'

/** How few lines a lane takes at once at least. */
const fewestLines = 10

/** How often results are put down while the store is away, and after which pauses. */
const mostTries = 20
const tryEveryMs = 250

/** What came of a slice: the lane has more at once, or it comes again, or is done. */
type After = 'more' | Again

/**
 * Works on a lane of a batch for a while: takes lines, charges the account for them, looks them up and puts the results down.
 * @param stopping aborts when this process is to end: lines under way are finished, and no more begun.
 * @returns when it is to come again; `early` where its run has not begun yet.
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

/** Who works on a lane. */
interface Holder {
  step: Step
  batch: Batch
  table: ChunkTable
  /** Names this attempt. */
  token: string
}

/** @param pace how many lines to take at once. */
async function runSlice(
  holder: Holder,
  pace: { lines: number },
  stopping: AbortSignal,
  watch: BatchWatch,
): Promise<After> {
  const { step, batch, table } = holder
  const taken = await take(holder)
  if (taken === 'early') return 0.1
  // Whoever found that it has to wait may have ended before it saw to the rest.
  if (taken === 'finished') await tell(holder, watch)
  if (typeof taken === 'string') return taken === 'waiting' ? wait(holder, taken, watch) : null
  const chunk = table[taken.number]
  if (!chunk) throw new Error(`batch ${batch.id} has no chunk ${taken.number}`)
  // Whoever had the lane did not come to the end of so many lines: where processes or the store keep dying, fewer do.
  if (taken.dropped > 0) pace.lines = Math.max(fewestLines, Math.ceil(taken.dropped / 4))
  const slice = await readSlice(step.accountId, batch, { ...taken, chunk, most: pace.lines })
  const wanted = slice.jobs.length
  const granted = wanted === 0 ? { lines: 0, date: null } : await reserve(holder, wanted, watch)
  if (typeof granted === 'string') return stopFor(holder, granted, watch)
  const end = await lookUpSlice(slice, granted.lines, batch, step.accountId, stopping)
  const state = await finishSurely(holder, slice, end, granted.date ?? countsAt(step.accountId, Date.now()).date)
  if (state === 'lost') return null
  if (state === 'unknown') return 'more'
  if (state === 'finished') await tell(holder, watch)
  if (end.postponeSeconds === null) return stopping.aborted ? 0 : 'more'
  const until = Date.now() + end.postponeSeconds * 1000
  const waiting = { from: ['running'], to: 'waiting', reason: 'upstream', until } as const
  return (await putInState(step.accountId, batch, waiting)).done ? wait(holder, 'upstream', watch) : null
}

/** A chunk, the first line in it, and how many lines the one who had it before was at, if that one has not put them down. */
interface Taken {
  number: number
  from: number
  dropped: number
}

/** @returns what is to be looked up; or why nothing is. */
async function take({ step, batch, table, token }: Holder): Promise<Taken | string> {
  const { month, monthBefore, counts, countsBefore } = countsAt(step.accountId, Date.now())
  const keys = [batchKeys(step.accountId, batch.id).record, counts, countsBefore]
  const args = [month, monthBefore, step.lane, step.run, token, table.length]
  const reply = await runScript(takeScript, keys, args)
  const [outcome, number, from, dropped] = reply as [string, number, number, number]
  return outcome === 'taken' ? { number, from, dropped } : outcome
}

/** @returns how many lines may be looked up, and the day that they count for; or why none. */
async function reserve({ step, batch, token }: Holder, lines: number, watch: BatchWatch) {
  const { accountId } = step
  const now = Date.now()
  const { counts, date } = countsAt(accountId, now)
  const { profile, apiKeys } = redisKeys(accountId)
  const keys = [batchKeys(accountId, batch.id).record, profile, apiKeys, counts]
  const args = [step.lane, token, lines, date, Math.floor(now / 1000), keepCountsSeconds]
  const reply = await runScript(reserveScript(), keys, args)
  const [outcome, granted, limit, used] = reply as [string, number, number, number]
  if (outcome !== 'granted') return outcome
  if (limit >= 0) watch.used(accountId, used, limit)
  return { lines: granted, date }
}

/** What follows where no line may be looked up. */
async function stopFor(holder: Holder, reason: string, watch: BatchWatch): Promise<null> {
  if (reason === 'lost') return null
  // The account has been deleted, and whoever did that did not come to the end of it.
  if (reason === 'gone') await forgetBatch(holder.step.accountId, holder.batch.id)
  return reason === 'gone' ? null : wait(holder, reason, watch)
}

/** A batch that waits looks from time to time whether it may go on; one that is paused does not. */
async function wait(holder: Holder, reason: string, watch: BatchWatch): Promise<null> {
  if (reason === 'key' || reason === 'suspended') return null
  await enqueue([{ ...holder.step, kind: 'wake', lane: 0, madeMs: Date.now() }], wakeSeconds())
  await tell(holder, watch)
  return null
}

/** Tells in which state the batch is now. */
async function tell({ step }: Holder, watch: BatchWatch): Promise<void> {
  await watch.changed(step.accountId, await findBatch(step.accountId, step.batch))
}

/**
 * Puts results down, again and again where the store is away for a moment: each lookup may have cost something.
 * @returns the state; `lost` where another process has the lane; `unknown` where it may have, or the results are there already.
 */
async function finishSurely(holder: Holder, slice: Slice, end: SliceEnd, date: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      const state = await finish(holder, slice, end, date)
      return state === 'lost' && tries > 1 ? 'unknown' : state
    } catch (error) {
      if ((error as Partial<PinrefError>).code !== 'store_unavailable' || tries === mostTries) throw error
      await sleep(tryEveryMs)
    }
  }
}

async function finish({ step, batch, token }: Holder, slice: Slice, end: SliceEnd, date: string): Promise<string> {
  const { accountId, lane } = step
  const { record, results, details } = batchKeys(accountId, batch.id)
  const { user, counts } = redisKeys(accountId)
  const { number, from } = slice
  if (end.details.some(Boolean)) {
    await askStore('SET', details(number, from), await pack(end.details), 'EX', detailsSeconds())
  }
  const { found, failed, unreadable } = end.lines
  const counted = end.calls.reduce((sum, { outcome, calls }) => sum + (outcome === 'ok' ? calls : 0), 0)
  const isLast = end.to === slice.chunk.lines ? 1 : 0
  const args = [
    lane,
    token,
    from,
    end.to,
    isLast,
    await pack(end.results),
    found,
    failed,
    unreadable,
    counted,
    end.failing,
  ]
  const byKind = end.calls.flatMap(({ operation, outcome, calls }) => [`${operation}:${outcome}`, calls])
  const lasting = lastingKeys(accountId, batch.id)
  const keys = [record, user, results, counts(date.slice(0, 7)), ...lasting]
  const reply = await runScript(finishScript, keys, [...args, Date.now(), keepSeconds, ...byKind])
  const [state] = reply as [string]
  if (state !== 'lost' && !batch.isTest) {
    for (const { operation, outcome, calls } of end.calls) countCalls(operation, outcome, Date.now(), calls)
  }
  return state
}
