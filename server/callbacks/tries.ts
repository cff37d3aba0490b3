const minute = 60_000
const hour = 60 * minute

/** The pause before each try, in milliseconds: eight tries within a day. */
const pausesMs = [0, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 7 * hour, 9 * hour]

/** How often a delivery is tried in one round. */
export const maxTries = pausesMs.length

/**
 * Returns how long to wait before the next try.
 * @param made how many tries there were, all failed.
 * @returns milliseconds, up to a tenth more than planned, so that deliveries that failed together do not all come back together;
 *   null if there is no further try.
 */
export function pauseMs(made: number, random: () => number = Math.random): number | null {
  const pause = pausesMs[made]
  return pause === undefined ? null : Math.round(pause * (1 + random() / 10))
}

/** Returns the pauses in words: "at once, then after 1, 5 and 30 minutes, and 2, 5, 7 and 9 hours". */
export function pauseWords(): string {
  const list = new Intl.ListFormat('en-GB')
  const [, ...pauses] = pausesMs
  const minutes = pauses.filter((pause) => pause < hour).map((pause) => String(pause / minute))
  const hours = pauses.filter((pause) => pause >= hour).map((pause) => String(pause / hour))
  return `at once, then after ${list.format(minutes)} minutes, and ${list.format(hours)} hours`
}
