/**
 * How many pictures may be drawn in a row, and the delay before another may be drawn. Drawing a picture takes a quarter
 * of a second.
 */
const most = 10
const everyMs = 2_000

/**
 * Returns a function that checks whether another picture may be drawn. Anyone can request any number of different
 * pictures, and the same process renders the pages.
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
