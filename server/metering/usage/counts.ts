/*
 * The counts of all calls, and their Redis hashes. `count-calls.ts` counts and writes the counts to the store, and
 * `read-counts.ts` reads them. This file has no side effects, so pages may import it.
 */

/** A Redis hash of counts, which expires. */
export interface CountsHash {
  /** The hash's Redis key. */
  key: string
  /** How long the hash is stored after the last write. */
  keepSeconds: number
}

/** Returns the hash of all calls in a month (`2026-11`, UTC): `resolve:ok` -> the number of calls. */
export const callsOf = (month: string): CountsHash => ({ key: `calls:${month}`, keepSeconds: 400 * 86_400 })

export const dayMs = 86_400_000

/** How many days are available, including today. */
export const daysKept = 90

/**
 * Returns the hash of a month's responses (`2026-11`, UTC): `22:ok`, `22:failed` -> that day's calls that were
 * answered, or that failed on our side, excluding calls that failed because of Google or short links.
 */
export const answersOfMonth = (month: string): CountsHash => ({
  key: `answers:${month}`,
  keepSeconds: (daysKept + 1) * 86_400,
})

/**
 * Returns the hash of a day's responses by hour (`2026-11-22`, UTC), stored until none of its hours are within the last
 * 24.
 * `14:50` -> how many responses took at most 50 ms and more than the previous bound; `14:more` -> how many took longer
 * than the last bound. `14:own:50` -> the same counts, without the time for short links and Google. `14:asked`,
 * `14:unanswered` -> calls that looked something up, and calls that failed because of short links or Google.
 */
export const answersOfDay = (day: string): CountsHash => ({ key: `answers:${day}`, keepSeconds: 2 * 86_400 })

/** Upper bounds in milliseconds. */
export const durationBounds = [
  1, 2, 5, 10, 20, 50, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 15_000,
] as const

/** The service level objective. `days` is the error budget's period, including today. */
export const objective = { availability: 0.999, p99Ms: 300, days: 30 } as const

/** One day's calls, UTC. */
export interface AnswerDay {
  /** `2026-11-22` */
  day: string
  /** Calls that were answered, including rejections. */
  ok: number
  /** Calls that failed on our side: a status of 500 or more, unless Google or short links failed. */
  failed: number
}

/**
 * How many calls took at most this long and longer than the previous bound, by the bound in milliseconds; null for
 * longer calls.
 */
export type Durations = Array<{ boundMs: number | null; calls: number }>

/** How the calls compare with the objective. */
export interface Standing {
  /** All calls in the objective's period, and the failed calls among them. */
  calls: number
  failed: number
  /** The share of calls that did not fail; null if there are no calls. */
  availability: number | null
  /** The remaining share of the allowed failures, negative if more calls failed; null if there are no calls. */
  budgetLeft: number | null
  /**
   * An upper bound for 99% of the responses in the last 24 hours, without short links and Google, in milliseconds; null
   * if there are no responses, or if the value is above the last bound.
   */
  ownP99Ms: number | null
}

/** Compares counts with the objective. */
export function standingOf({ days, ownDurations }: { days: readonly AnswerDay[]; ownDurations: Durations }): Standing {
  const { ok, failed } = sumOf(days.slice(-objective.days))
  const calls = ok + failed
  const budgetLeft = calls === 0 ? null : 1 - failed / (calls * (1 - objective.availability))
  return {
    calls,
    failed,
    availability: calls === 0 ? null : ok / calls,
    budgetLeft,
    ownP99Ms: durationBound(ownDurations, 0.99) ?? null,
  }
}

/** Adds up days. */
export function sumOf(days: readonly AnswerDay[]): { ok: number; failed: number } {
  return days.reduce((sum, { ok, failed }) => ({ ok: sum.ok + ok, failed: sum.failed + failed }), { ok: 0, failed: 0 })
}

/**
 * Returns the time within which a share of the responses were sent, in milliseconds; null if the time is above the last
 * bound. The result is an upper bound, because responses are counted between bounds.
 * @param share 0.5 for the median.
 * @returns undefined if there are no responses.
 */
export function durationBound(durations: Durations, share: number): number | null | undefined {
  const calls = durations.reduce((sum, { calls }) => sum + calls, 0)
  let upTo = 0
  for (const { boundMs, calls: within } of durations) {
    upTo += within
    if (calls > 0 && upTo >= share * calls) return boundMs
  }
  return undefined
}
