/** How many pictures may be drawn at once, and how long one takes to come back. Drawing one takes the process a quarter of a second. */
const most = 10
const everyMs = 2_000

/**
 * Whether one more picture may be drawn: anybody can ask for any number of different ones, and pages are drawn in the same
 * process.
 */
export function createBudget(now: () => number = Date.now): () => boolean {
  let left = most
  let since = now()
  return () => {
    const gained = Math.floor((now() - since) / everyMs)
    left = Math.min(most, left + gained)
    since += gained * everyMs
    if (left === 0) return false
    left -= 1
    return true
  }
}
