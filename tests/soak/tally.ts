/** What came of what was done, by activity. */
export type Counts = Record<string, Record<string, number>>

/** Counts the answers of the soak, and keeps what was wrong with them. */
export class Tally {
  readonly counts: Counts = {}
  readonly faults: string[] = []
  private times: number[] = []

  /** @param outcome a status, or what happened in place of an answer. */
  add(activity: string, outcome: string | number): void {
    this.counts[activity] ??= {}
    const counts = this.counts[activity]
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }

  /** Something that must not happen. */
  fault(what: string): void {
    this.faults.push(what)
  }

  /** How long a call took that costs the server nothing: mostly how late its event loop was. */
  took(ms: number): void {
    this.times.push(ms)
  }

  /** The longest of the times since this was last asked. */
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
