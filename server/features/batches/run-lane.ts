import { setTimeout as sleep } from 'node:timers/promises'
import type { MonthUse } from '@/server/metering/access/admission'
import { randomBase62 } from '@/server/metering/access/api-key'
import { calendarDay, keepCountsSeconds } from '@/server/metering/access/calendar'
import type { MonthBudgetUse } from '@/server/metering/access/key-budgets'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { logError } from '@/server/platform/observability/logger'
import type { PinrefError } from '@/server/platform/problems/errors'
import type { Again } from '@/server/platform/queue/job-queue'
import { runScript } from '@/server/platform/store/untyped'
import type { Batch, BatchWatch } from './batch'
import { batchKeys, type ChunkTable, chunksOf, countsAt, pack } from './batch-store'
import { putInState } from './change-batch'
import { completeBatch } from './complete-batch'
import { findBatch, forgetBatch } from './find-batch'
import { finishScript, readBudgetUses, reserveScript, takeScript } from './lane-scripts'
import { detailsSeconds, linesAtOnce } from './limits'
import { hungSlice, lookUpSlice, readSlice, type Slice, type SliceEnd } from './slice'
import { enqueue, type Step, turnMs, wakeSeconds } from './steps'
import { storedResult } from './stored-result'

/** An attempt to work on a lane. */
export interface Holder {
  step: Step
  batch: Batch
  table: ChunkTable
  /** The maximum number of lines to take at once. */
  maxSize: number
  /** Identifies this attempt. */
  token: string
}

/** How many lines may hang or kill their process before the whole batch fails. */
const maxHung = 3

/** What to do after a slice: `more` right away, or when to run the lane again, if at all. */
type After = 'more' | Again

/**
 * Works on a batch's lane for a while: takes lines, charges the account for them, looks them up, and stores the
 * results.
 * @param stopping aborts when this process must end: lines in progress are finished, and no more are started.
 * @returns when to run the lane again; `early` if the step's run has not started yet.
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
  // The process that finished the batch or put it on hold may have died before reporting this or queueing the next
  // check.
  if (taken === 'complete') return complete(holder, watch)
  if (taken === 'finished') await reportState(holder, watch)
  if (typeof taken === 'string') return taken === 'waiting' ? wait(holder, taken, watch) : null
  const chunk = table[taken.number]
  if (!chunk) throw new Error(`batch ${batch.id} has no chunk ${taken.number}`)
  if (taken.hung > maxHung) {
    await failBatch(step, new Error(`${taken.hung} of its lines made a process hang`), watch)
    return null
  }
  if (taken.hung > 0) {
    logError(`line ${chunk.first + taken.from + 1} of batch ${batch.id} made a process hang`, {
      error: new Error('only this line fails'),
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
  const lookups = slice.jobs.length
  const granted = lookups === 0 ? nothing : await reserve(holder, lookups)
  if (typeof granted === 'string') return stopFor(holder, granted, watch)
  const end = await lookUpSlice(slice, granted.lines, batch, accountId, until)
  const date = granted.date ?? countsAt(accountId, Date.now()).date
  const after = await afterFinish(holder, await finishSlice(holder, slice, end, date), granted, watch)
  if (after === null || end.postponeSeconds === null) return until.stopping.aborted && after !== null ? 0 : after
  const waitsUntil = Date.now() + end.postponeSeconds * 1000
  const waiting = { from: ['running'], to: 'waiting', reason: 'upstream', until: waitsUntil } as const
  return (await putInState(accountId, batch, waiting)).done ? wait(holder, 'upstream', watch) : null
}

/** Reports the changes that a slice's results caused. */
async function afterFinish(
  holder: Holder,
  { state, used, budgets }: Awaited<ReturnType<typeof finishSlice>>,
  { months }: Granted,
  watch: BatchWatch,
): Promise<'more' | null> {
  if (state === 'lost') return null
  if (state === 'unknown') return 'more'
  watch.used(
    holder.step.accountId,
    months.map((month) => ({ ...month, used: month.of === 'plan' ? used : usedOf(budgets, month.of.keyId) })),
  )
  return state === 'complete' ? complete(holder, watch) : 'more'
}

/** Finishes a batch whose rows all have results, and reports this. */
async function complete(holder: Holder, watch: BatchWatch): Promise<null> {
  const { step, batch, table } = holder
  const state = await completeBatch(step.accountId, batch, table)
  if (state === 'finished') await reportState(holder, watch)
  return null
}

const usedOf = (budgets: readonly MonthBudgetUse[], keyId: string): number =>
  budgets.find(({ id }) => id === keyId)?.used ?? 0

/** Fails a batch that cannot be completed, and reports this. @param error the reason, for the log. */
export async function failBatch({ accountId, batch, run }: Step, error: unknown, watch: BatchWatch): Promise<void> {
  logError(`batch ${batch} has failed`, { error })
  const failed = { from: ['queued', 'running', 'waiting'], to: 'failed', reason: 'defect' } as const
  const { done } = await putInState(accountId, { id: batch, run }, failed)
  if (done) await watch.changed(accountId, await findBatch(accountId, batch))
}

/** Stops working on a lane when no line may be looked up. */
async function stopFor(holder: Holder, reason: string, watch: BatchWatch): Promise<null> {
  if (reason === 'lost') return null
  // The account was deleted, but its deletion did not reach this batch.
  if (reason === 'gone') await forgetBatch(holder.step.accountId, holder.batch.id)
  return reason === 'gone' ? null : wait(holder, reason, watch)
}

/** Reports a waiting batch and queues the next check of whether it may resume; does nothing for a paused one. */
async function wait(holder: Holder, reason: string, watch: BatchWatch): Promise<null> {
  if (reason === 'key' || reason === 'suspended') return null
  await enqueue([{ ...holder.step, kind: 'wake', lane: 0, madeMs: Date.now() }], wakeSeconds())
  await reportState(holder, watch)
  return null
}

/** Reports the current state of the batch. */
async function reportState({ step }: Holder, watch: BatchWatch): Promise<void> {
  await watch.changed(step.accountId, await findBatch(step.accountId, step.batch))
}

/** The lines to process. */
interface Taken {
  /** The number of the chunk. */
  number: number
  /** The first line's index in the chunk, and the maximum number of lines to take. */
  from: number
  size: number
  /**
   * If the line at `from` has hung or killed the process that took it alone, how many of the batch's lines have done
   * so, including this one. Otherwise 0.
   */
  hung: number
}

/**
 * Takes a lane from its current holder.
 * @returns the lines to look up, or why there are none.
 * @throws PinrefError `store_unavailable`.
 */
export async function take({ step, batch, table, token, maxSize }: Holder): Promise<Taken | string> {
  const { month, monthBefore, counts, countsBefore } = countsAt(step.accountId, Date.now())
  const keys = [batchKeys(step.accountId, batch.id).record, counts, countsBefore]
  const args = [month, monthBefore, step.lane, step.run, token, table.length, maxSize]
  const reply = await runScript(takeScript, keys, args)
  const [outcome, number, from, size, hung] = reply as [string, number, number, number, number]
  return outcome === 'taken' ? { number, from, size, hung } : outcome
}

/** Lines that an account was charged for in advance. */
interface Granted {
  /** How many lines may be looked up. */
  lines: number
  /** The day that the lines count toward; null if there are none. */
  date: string | null
  /** The limits that the lines count toward. */
  months: ReadonlyArray<Omit<MonthUse, 'used'>>
}

const nothing: Granted = { lines: 0, date: null, months: [] }

/**
 * Charges an account for lines before they are looked up.
 * @returns the granted lines, or why no line may be looked up.
 * @throws PinrefError `store_unavailable`.
 */
export async function reserve({ step, batch, token }: Holder, lines: number): Promise<Granted | string> {
  const { accountId } = step
  const now = Date.now()
  const { counts, date } = countsAt(accountId, now)
  const { profile, apiKeys } = redisKeys(accountId)
  const keys = [batchKeys(accountId, batch.id).record, profile, apiKeys, counts]
  const args = [step.lane, token, lines, date, Math.floor(now / 1000), keepCountsSeconds]
  const reply = await runScript(reserveScript(), keys, args)
  const [outcome, granted, limit, described] = reply as [string, number, number, string]
  if (outcome !== 'granted') return outcome
  const { monthEndSeconds: resetSeconds } = calendarDay(now)
  const months = [
    { of: 'plan' as const, limit, resetSeconds },
    ...readBudgetUses(described).map(({ id, limit }) => ({ of: { keyId: id }, limit, resetSeconds })),
  ]
  return { lines: granted, date, months: months.filter(({ limit }) => limit >= 0) }
}

/** How many times to try to store results while the store is unavailable, and the pauses between tries. */
const maxTries = 20
const tryEveryMs = 250

/**
 * Stores results, and keeps trying while the store is briefly unavailable: each lookup may have cost money.
 * @returns the state of the batch, and the month's usage. `lost`: another process has the lane, or the account is gone.
 *   `unknown`: as for `lost`, or an earlier try stored the results.
 * @throws PinrefError `store_unavailable` if the store remains unavailable.
 */
async function finishSlice(holder: Holder, slice: Slice, end: SliceEnd, date: string) {
  for (let tries = 1; ; tries++) {
    try {
      const finished = await finish(holder, slice, end, date)
      return finished.state === 'lost' && tries > 1 ? { ...finished, state: 'unknown' } : finished
    } catch (error) {
      if ((error as Partial<PinrefError>).code !== 'store_unavailable' || tries === maxTries) throw error
      await sleep(tryEveryMs)
    }
  }
}

async function finish({ step, batch, maxSize, token }: Holder, slice: Slice, end: SliceEnd, date: string) {
  const { accountId, lane } = step
  const { record, results, details } = batchKeys(accountId, batch.id)
  const { members, counts } = redisKeys(accountId)
  const { number, from } = slice
  const counted = end.calls.reduce((sum, { outcome, calls }) => sum + (outcome === 'ok' ? calls : 0), 0)
  const isLast = end.to === slice.chunk.lines ? 1 : 0
  const args = [
    lane,
    token,
    from,
    end.to,
    isLast,
    await pack(end.results.map(storedResult)),
    end.details.some(Boolean) ? await pack(end.details) : '',
    detailsSeconds(),
    JSON.stringify(end.buckets),
    end.done,
    counted,
    end.failing,
    maxSize,
  ]
  const byKind = end.calls.flatMap(({ operation, outcome, calls }) => [`${operation}:${outcome}`, calls])
  const byCode = Object.entries(end.failures).flat()
  const keys = [record, members, results, counts(date.slice(0, 7)), details(number, from)]
  const reply = await runScript(finishScript, keys, [...args, ...byKind, ...byCode])
  const [state, used = 0, described = '-'] = reply as [string, number?, string?]
  return { state, used, budgets: readBudgetUses(described) }
}
