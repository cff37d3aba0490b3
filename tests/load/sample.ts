/** Figures of processes while some work runs, by name. */
export interface Peaks<Name extends string> {
  /** The highest figures so far. */
  readonly peaks: Readonly<Record<Name, number>>
  /** Stops sampling. */
  stop(): void
}

/** Samples figures regularly, from now on, and keeps the highest of each. */
export function samplePeaks<Name extends string>(read: () => Record<Name, number>, everyMs = 500): Peaks<Name> {
  const peaks = read()
  const sampling = setInterval(() => {
    const now = read()
    for (const name of Object.keys(now) as Name[]) peaks[name] = Math.max(peaks[name], now[name])
  }, everyMs)
  return { peaks, stop: () => clearInterval(sampling) }
}
