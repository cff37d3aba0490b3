import { formatNumber } from '@/components/format/number'
import { type AnswerDay, objective, type Standing } from '@/server/metering/usage/counts'
import type { AnswerCounts } from '@/server/metering/usage/read-counts'

/** The outcome of a day's calls. `none`: no calls were counted. */
export type Tone = 'none' | 'good' | 'fair' | 'poor'

/** The maximum share of failures for a good day and for a fair day. */
const maxFailures = { good: 0.001, fair: 0.05 }

export function toneOf({ ok, failed }: Pick<AnswerDay, 'ok' | 'failed'>): Tone {
  const calls = ok + failed
  if (calls === 0) return 'none'
  const share = failed / calls
  if (share <= maxFailures.good) return 'good'
  return share <= maxFailures.fair ? 'fair' : 'poor'
}

/**
 * Returns the share of calls that did not fail: "99.98%". The share is rounded down, so that it is "100%" only if none
 * failed.
 */
export function answeredShare({ ok, failed }: { ok: number; failed: number }): string {
  return `${Math.floor((ok / (ok + failed)) * 10_000) / 100}%`
}

/** Describes a bound: "under 50 ms", "under 1.5 s"; if it is null, "over" and the last bound. */
export function boundWords(boundMs: number | null, lastMs: number): string {
  const words = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`)
  return boundMs === null ? `over ${words(lastMs)}` : `under ${words(boundMs)}`
}

/** Returns how Google and short links are doing, based on the last two hours' lookups. */
export function upstreamState({ asked, unanswered }: AnswerCounts['upstream']): {
  state: 'up' | 'down' | 'idle'
  words: string
} {
  if (asked === 0) return { state: 'idle', words: 'No lookups in the last two hours' }
  const figures = `${formatNumber(unanswered)} of ${formatNumber(asked)} lookups in the last two hours failed`
  return { state: unanswered * 2 > asked ? 'down' : 'up', words: unanswered === 0 ? 'Responding' : figures }
}

/** Returns how much of the error budget is left: "62% left (12 of 32 allowed failures)", "Used up (40 of 32 allowed failures)". */
export function budgetWords({ calls, failed, budgetLeft }: Standing): string {
  if (budgetLeft === null) return 'No calls yet'
  const allowed = calls * (1 - objective.availability)
  const figures = `${formatNumber(failed)} of ${formatNumber(Math.floor(allowed))} allowed failures`
  return budgetLeft > 0 ? `${Math.floor(budgetLeft * 100)}% left (${figures})` : `Used up (${figures})`
}
