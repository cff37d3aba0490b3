/** A straight line through measured points. */
export interface Line {
  slope: number
  /** The largest distance of a measured y from the line, as a share of that y. */
  deviation: number
}

/** Returns the least-squares line through points (x, y). */
export function lineOf(points: ReadonlyArray<readonly [x: number, y: number]>): Line {
  const mean = (of: (x: number, y: number) => number) =>
    points.reduce((sum, [x, y]) => sum + of(x, y), 0) / points.length
  const [meanX, meanY] = [mean((x) => x), mean((_, y) => y)]
  const slope = mean((x, y) => (x - meanX) * (y - meanY)) / mean((x) => (x - meanX) ** 2)
  const deviations = points.map(([x, y]) => Math.abs(meanY + slope * (x - meanX) - y) / y)
  return { slope, deviation: Math.max(...deviations) }
}
