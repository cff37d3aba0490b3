/** The processor time that owners have used in their turns so far, in milliseconds, and how many turns each has. */
const meters = new Map<string, { usedMs: number; turns: number }>()

/**
 * Measures the time for which an owner's work holds the event loop: what it does before it first waits, and the steps
 * between the turns of `createTurns`.
 * @returns a function that ends the measurement and returns the milliseconds.
 */
export function measureProcessorTime(owner: string): () => number {
  const meter = meters.get(owner) ?? { usedMs: 0, turns: 0 }
  meters.set(owner, meter)
  meter.turns += 1
  const { usedMs } = meter
  const startedMs = performance.now()
  setImmediate(() => recordProcessorTime(owner, performance.now() - startedMs))
  return () => {
    meter.turns -= 1
    if (meter.turns === 0) meters.delete(owner)
    return meter.usedMs - usedMs
  }
}

/** Adds to the processor time of an owner that has a turn. @param ms in milliseconds. */
export function recordProcessorTime(owner: string, ms: number): void {
  const meter = meters.get(owner)
  if (meter) meter.usedMs += ms
}
