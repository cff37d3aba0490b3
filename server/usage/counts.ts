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

/** The hash of a month's answers (`2026-11`, UTC): `22:ok`, `22:failed` -> calls of that day answered, or failed on our side. */
export const answersOfMonth = (month: string): CountsHash => ({
  key: `answers:${month}`,
  keepSeconds: (daysKept + 1) * 86_400,
})

/**
 * The hash of a day's answers by the hour (`2026-11-22`, UTC), kept until none of its hours is within the last 24. `14:50` -> how
 * many answers took at most 50 ms and more than the bound before; `14:more` -> how many took longer than the last bound.
 * `14:asked`, `14:unanswered` -> calls that looked something up, and those that failed because short links or Google did.
 */
export const answersOfDay = (day: string): CountsHash => ({ key: `answers:${day}`, keepSeconds: 2 * 86_400 })

/** Upper bounds in milliseconds. */
export const durationBounds = [
  1, 2, 5, 10, 20, 50, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 15_000,
] as const
