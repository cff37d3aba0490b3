import { percentile } from '../load/statistics'
import { type Failover, maxRecoveryMs } from './failover'
import { type Call, isOk } from './load'

/** The calls by one group in one time span. Times are in milliseconds. */
export interface Figures {
  calls: number
  ok: number
  /** Rejected because the quota was used up. */
  refused: number
  /** Anything else. */
  failed: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/** A time span, and the figures for the calls that began in this span, on the failed node and on the others. */
export interface Row {
  name: string
  failing: Figures
  others: Figures
}

/** The number of seconds before and after the failure that are shown individually. */
const secondsBefore = 3
const secondsAfter = 8

/**
 * Returns a row for each second around the failure, then a row for each phase of the run, and a row for the whole run.
 */
export function rowsOf(calls: readonly Call[], failover: Failover): Row[] {
  const { wasHeld, killedMs, tookOverMs, backMs } = failover
  const row = (name: string, fromMs: number, toMs: number): Row => {
    const within = calls.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    return {
      name,
      failing: figuresOf(within.filter(({ account }) => wasHeld[account])),
      others: figuresOf(within.filter(({ account }) => !wasHeld[account])),
    }
  }
  const seconds = Array.from({ length: secondsBefore + secondsAfter }, (_, index) => {
    const second = index - secondsBefore
    return row(`${second} s`, killedMs + second * 1_000, killedMs + (second + 1) * 1_000)
  })
  const restoredMs = killedMs + outageMs(calls, failover)
  return [
    ...seconds,
    row('before', 0, killedMs),
    row('while it was away', killedMs, Math.max(restoredMs, tookOverMs)),
    row('on its replica', Math.max(restoredMs, tookOverMs), backMs),
    row('after it had come back', backMs, Number.POSITIVE_INFINITY),
    row('in all', 0, Number.POSITIVE_INFINITY),
  ]
}

/** Returns the time from the master's failure to the end of the last call that failed because of it. */
export function outageMs(calls: readonly Call[], { killedMs, tookOverMs }: Failover): number {
  const failed = calls.filter(
    ({ outcome, atMs }) => outcome === 'store_unavailable' && atMs < tookOverMs + maxRecoveryMs,
  )
  return failed.reduce((latest, { atMs, tookMs }) => Math.max(latest, atMs + tookMs - killedMs), 0)
}

function figuresOf(calls: readonly Call[]): Figures {
  const at = (percent: number) =>
    percentile(
      calls.map(({ tookMs }) => tookMs),
      percent,
    )
  const ok = calls.filter(isOk).length
  const refused = calls.filter(({ outcome }) => outcome === 'monthly_quota_exhausted').length
  const failed = calls.length - ok - refused
  return { calls: calls.length, ok, refused, failed, p50Ms: at(50), p99Ms: at(99), maxMs: at(100) }
}
