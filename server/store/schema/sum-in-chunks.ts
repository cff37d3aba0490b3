/** How many commands travel together: few enough that the answer comes within a second. */
const batchSize = 100

/** Runs the work on each Redis key, some at a time, and returns the sum of the results. */
export async function sumInChunks(keys: readonly string[], work: (key: string) => Promise<number>): Promise<number> {
  let sum = 0
  for (let first = 0; first < keys.length; first += batchSize) {
    const results = await Promise.all(keys.slice(first, first + batchSize).map(work))
    sum += results.reduce((all, one) => all + one, 0)
  }
  return sum
}
