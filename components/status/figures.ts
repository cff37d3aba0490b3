import { formatNumber } from '@/components/format/number'
import type { AnswerCounts, AnswerDay } from '@/server/usage/read-counts'

/** How the calls of a day went. `none`: no calls were counted. */
export type Tone = 'none' | 'good' | 'fair' | 'poor'

/** The largest share of failures for a day to be good, or fair. */
const maxFailures = { good: 0.001, fair: 0.05 }

export function toneOf({ ok, failed }: Pick<AnswerDay, 'ok' | 'failed'>): Tone {
  const calls = ok + failed
  if (calls === 0) return 'none'
  const share = failed / calls
  if (share <= maxFailures.good) return 'good'
  return share <= maxFailures.fair ? 'fair' : 'poor'
}

/** Adds up days. */
export function sumOf(days: readonly AnswerDay[]): { ok: number; failed: number } {
  return days.reduce((sum, { ok, failed }) => ({ ok: sum.ok + ok, failed: sum.failed + failed }), { ok: 0, failed: 0 })
}

/** Returns the share of calls that did not fail: "99.98%". It is rounded down, so that it is "100%" only if none failed. */
export function answeredWords({ ok, failed }: { ok: number; failed: number }): string {
  return `${Math.floor((ok / (ok + failed)) * 10_000) / 100}%`
}

/**
 * Returns the time that a share of answers stayed within, in milliseconds; null if it is above the last bound. It is an upper
 * bound, because answers are counted between bounds.
 * @param share 0.5 for the median.
 * @returns undefined if there are no answers.
 */
export function durationBound(durations: AnswerCounts['durations'], share: number): number | null | undefined {
  const calls = durations.reduce((sum, { calls }) => sum + calls, 0)
  let upTo = 0
  for (const { boundMs, calls: within } of durations) {
    upTo += within
    if (calls > 0 && upTo >= share * calls) return boundMs
  }
  return undefined
}

/** Describes a bound: "under 50 ms", "under 1.5 s"; "over" the last one if it is null. */
export function boundWords(boundMs: number | null, lastMs: number): string {
  const words = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`)
  return boundMs === null ? `over ${words(lastMs)}` : `under ${words(boundMs)}`
}

/** Says how Google and short links are doing, by the lookups of the last two hours. */
export function upstreamState({ asked, unanswered }: AnswerCounts['upstream']): {
  state: 'up' | 'down' | 'idle'
  words: string
} {
  if (asked === 0) return { state: 'idle', words: 'Not asked in the last two hours' }
  const figures = `${formatNumber(unanswered)} of ${formatNumber(asked)} lookups in the last two hours failed`
  return { state: unanswered * 2 > asked ? 'down' : 'up', words: unanswered === 0 ? 'Answering' : figures }
}
