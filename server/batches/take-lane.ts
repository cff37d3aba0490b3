import type { MonthUse } from '@/server/access/admission'
import { calendarDay, keepCountsSeconds } from '@/server/access/calendar'
import { redisKeys } from '@/server/access/redis-keys'
import { runScript } from '@/server/store/store'
import type { Batch } from './batch'
import type { ChunkTable } from './chunks'
import { reserveScript, takeScript } from './lane-scripts'
import { batchKeys } from './layout'
import { countsAt } from './quota'
import type { Step } from './steps'

/** An attempt to work on a lane. */
export interface Holder {
  step: Step
  batch: Batch
  table: ChunkTable
  /** How many lines to take at once at most. */
  maxSize: number
  /** Names this attempt. */
  token: string
}

/** Which lines to work on. */
interface Taken {
  /** The number of the chunk. */
  number: number
  /** The index in the chunk of the first line, and how many to take at most. */
  from: number
  size: number
  /**
   * 0; or, if the line at `from` has hung or killed whoever took it alone, how many lines of the batch have done so, this one
   * included.
   */
  hung: number
}

/**
 * Takes a lane from whoever holds it.
 * @returns what to look up; or why there is nothing to look up.
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

/** The lines that an account was charged for in advance. */
export interface Granted {
  /** How many lines may be looked up. */
  lines: number
  /** The day that they count for; null if there are none. */
  date: string | null
  /** The limits that they count against. */
  months: ReadonlyArray<Omit<MonthUse, 'used'>>
}

export const nothing: Granted = { lines: 0, date: null, months: [] }

/**
 * Charges an account for lines before they are looked up.
 * @returns what was granted; or why no line may be looked up.
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
  const [outcome, granted, limit, limitOfKey] = reply as [string, number, number, number]
  if (outcome !== 'granted') return outcome
  const { monthEndSeconds: resetSeconds } = calendarDay(now)
  const months = [
    { of: 'plan' as const, limit, resetSeconds },
    { of: { keyId: batch.key }, limit: limitOfKey, resetSeconds },
  ]
  return { lines: granted, date, months: months.filter(({ limit }) => limit >= 0) }
}
