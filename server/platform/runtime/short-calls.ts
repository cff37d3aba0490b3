/** How long holders keep resting after a short call, in milliseconds. */
const demandMs = 1_000

let latestCallMs = Number.NEGATIVE_INFINITY

/**
 * Whether short calls have arrived recently. Long work yields to such calls.
 * @param nowMs on the clock of `performance.now()`.
 */
export const hasRecentCalls = (nowMs: number): boolean => nowMs - latestCallMs < demandMs

/** Records that a short call has arrived. @param nowMs on the clock of `performance.now()`. */
export function recordShortCall(nowMs: number): void {
  latestCallMs = nowMs
}
