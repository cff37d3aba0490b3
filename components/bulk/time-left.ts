/**
 * The remaining time of a run at its pace so far.
 * @returns milliseconds; null until enough is done to tell.
 */
export function timeLeftMs(doneInRun: number, elapsedMs: number, waiting: number): number | null {
  if (waiting === 0) return 0
  return doneInRun < 5 || elapsedMs < 500 ? null : (elapsedMs / doneInRun) * waiting
}

/** "about 40 seconds", "about 3 minutes" */
export function timeLeftWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 5) return 'a few seconds'
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} seconds`
  return `about ${Math.ceil(seconds / 60)} minutes`
}
