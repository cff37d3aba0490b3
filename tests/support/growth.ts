/** The inputs' lengths, as shares of the longest. */
const shares = [1 / 16, 1 / 4, 1]

/** How long each length is measured in total, so that neither the clock nor a short pause matters. */
const enoughMs = 50

/** How long each length is measured at most, if time seems to grow faster than length. */
const mostMs = 16 * enoughMs

/** The maximum growth if time is proportional to length: halfway to the square of the length. */
export const maxGrowth = 1.5

/**
 * Returns how the time for work grows with the length of its input, as an exponent: 1 if the time is proportional to
 * the length, 2 if it grows with the square of the length. The speed of the machine doesn't matter: the lengths take
 * turns, each with the same number of characters, and only the fastest turn of each counts. Other programs may
 * interrupt all turns of a length, so growth above `maxGrowth` is measured for longer.
 * @param inputOf makes an input of a length. This isn't measured.
 * @param length the length of the longest input, in characters; a multiple of 16.
 */
export function growthOf<Input>(
  inputOf: (length: number) => Input,
  work: (input: Input) => void,
  length: number,
): number {
  const samples = shares.map((share) => {
    const input = inputOf(share * length)
    // Compiles the code, and makes the text contiguous.
    work(input)
    return { input, length: share * length, times: 1 / share, fastestMs: Number.POSITIVE_INFINITY, totalMs: 0 }
  })
  for (let untilMs = enoughMs; ; untilMs *= 2) {
    while (samples.some(({ totalMs }) => totalMs < untilMs)) {
      for (const sample of samples.filter(({ totalMs }) => totalMs < untilMs)) {
        const started = performance.now()
        for (let turn = 0; turn < sample.times; turn++) work(sample.input)
        const tookMs = performance.now() - started
        sample.fastestMs = Math.min(sample.fastestMs, tookMs)
        sample.totalMs += tookMs
      }
    }
    const growth = slopeOf(samples.map(({ length, times, fastestMs }) => [length, fastestMs / times]))
    if (growth < maxGrowth || untilMs >= mostMs) return growth
  }
}

/** Returns the slope of the line that fits points best (least squares) if both axes are logarithmic. */
function slopeOf(points: ReadonlyArray<readonly [x: number, y: number]>): number {
  const [xs, ys] = [points.map(([x]) => Math.log(x)), points.map(([, y]) => Math.log(y))]
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middleX, middleY] = [mean(xs), mean(ys)]
  const rises = xs.map((x, at) => (x - middleX) * ((ys[at] ?? middleY) - middleY))
  return mean(rises) / mean(xs.map((x) => (x - middleX) ** 2))
}
