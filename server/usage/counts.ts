/*
 * What is counted of everybody's calls, and in which Redis hashes. `count-calls.ts` counts, `write-counts.ts` writes the counts to
 * the store, and `read-counts.ts` reads them. This file is pure, so pages may import it.
 */

/** A Redis hash of counts, which expires. */
export interface CountsHash {
  /** Its Redis key. */
  key: string
  /** How long it is kept after it was last written. */
  keepSeconds: number
}

/** The hash of everybody's calls in a month (`2026-11`, UTC): `resolve:ok` -> how many. */
export const callsOf = (month: string): CountsHash => ({ key: `calls:${month}`, keepSeconds: 400 * 86_400 })

export const dayMs = 86_400_000

/** How many days can be looked at, today included. */
export const daysKept = 90

/**
 * The hash of a month's answers (`2026-11`, UTC): `22:ok`, `22:failed` -> calls of that day answered, or failed on our side,
 * without those that failed because of Google or short links.
 */
export const answersOfMonth = (month: string): CountsHash => ({
  key: `answers:${month}`,
  keepSeconds: (daysKept + 1) * 86_400,
})

/**
 * The hash of a day's answers by the hour (`2026-11-22`, UTC), kept until none of its hours is within the last 24. `14:50` -> how
 * many answers took at most 50 ms and more than the bound before; `14:more` -> how many took longer than the last bound.
 * `14:own:50` -> the same without the time of short links and Google.
 * `14:asked`, `14:unanswered` -> calls that looked something up, and those that failed because short links or Google did.
 */
export const answersOfDay = (day: string): CountsHash => ({ key: `answers:${day}`, keepSeconds: 2 * 86_400 })

/** Upper bounds in milliseconds. */
export const durationBounds = [
  1, 2, 5, 10, 20, 50, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 15_000,
] as const

/** What the service aims at. The days are those that the error budget is for, today included. */
export const objective = { availability: 0.999, p99Ms: 300, days: 30 } as const

/** One day's calls, UTC. */
export interface AnswerDay {
  /** `2026-11-22` */
  day: string
  /** Answered, refusals included. */
  ok: number
  /** Failed on our side: a status of 500 or more, unless Google or short links failed. */
  failed: number
}

/** How many calls took at most this and more than the bound before, by the bound in milliseconds; null: longer. */
export type Durations = Array<{ boundMs: number | null; calls: number }>

/** How the calls compare to the objective. */
export interface Standing {
  /** Calls of the days of the objective, and those that failed. */
  calls: number
  failed: number
  /** The share that did not fail; null without calls. */
  availability: number | null
  /** The share of the allowed failures that is left, negative if there were more; null without calls. */
  budgetLeft: number | null
  /** An upper bound for 99 of 100 answers of the last 24 hours without short links and Google, in milliseconds; null: none, or longer than all bounds. */
  ownP99Ms: number | null
}

/** Compares counts to the objective. */
export function standingOf({ days, ownDurations }: { days: readonly AnswerDay[]; ownDurations: Durations }): Standing {
  const { ok, failed } = sumOf(days.slice(-objective.days))
  const calls = ok + failed
  const budgetLeft = calls === 0 ? null : 1 - failed / (calls * (1 - objective.availability))
  return {
    ...{ calls, failed, availability: calls === 0 ? null : ok / calls, budgetLeft },
    ownP99Ms: durationBound(ownDurations, 0.99) ?? null,
  }
}

/** Adds up days. */
export function sumOf(days: readonly AnswerDay[]): { ok: number; failed: number } {
  return days.reduce((sum, { ok, failed }) => ({ ok: sum.ok + ok, failed: sum.failed + failed }), { ok: 0, failed: 0 })
}

/**
 * Returns the time that a share of answers stayed within, in milliseconds; null if it is above the last bound. It is an upper
 * bound, because answers are counted between bounds.
 * @param share 0.5 for the median.
 * @returns undefined if there are no answers.
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
