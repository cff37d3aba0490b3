/** Returns a percentile of the values; NaN if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

/** Returns the median, or the lower of the two middle numbers. */
export const median = (values: readonly number[]): number => percentile(values, 50)

/** Returns how often each value occurs. */
export function countOf<Value extends string | number>(values: readonly Value[]): Record<Value, number> {
  const counts = {} as Record<Value, number>
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
