/** The count of each outcome, by activity. */
export type Counts = Record<string, Record<string, number>>

/** Counts the outcomes of the soak test and collects its faults. */
export class Tally {
  readonly counts: Counts = {}
  readonly faults: string[] = []
  private times: number[] = []

  /** @param outcome a status, or a failure. */
  add(activity: string, outcome: string | number): void {
    this.counts[activity] ??= {}
    const counts = this.counts[activity]
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }

  /** Records a violation. */
  fault(what: string): void {
    this.faults.push(what)
  }

  /** Records the duration of a call that does no work, which is mostly event loop delay. */
  took(ms: number): void {
    this.times.push(ms)
  }

  /** Returns the longest duration since the previous call of this method. */
  takeLongestMs(): number {
    const longest = Math.max(0, ...this.times)
    this.times = []
    return longest
  }

  total(): number {
    return Object.values(this.counts)
      .flatMap((outcomes) => Object.values(outcomes))
      .reduce((sum, count) => sum + count, 0)
  }
}
