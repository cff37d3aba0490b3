import { store } from '@/server/store/store'

/** At most `max` attempts in each window of `window` seconds. */
export interface Rule {
  window: number
  max: number
}

/**
 * Counts an attempt; returns whether it is allowed, and the seconds until the next window. Windows are aligned to the clock, so
 * all processes share them. Each has its own counter, which expires with it.
 */
export async function countAttempt(
  what: string,
  { window, max }: Rule,
): Promise<{ allowed: boolean; retryAfter: number }> {
  const { redis } = await store()
  const nowSeconds = Date.now() / 1000
  const at = Math.floor(nowSeconds / window)
  const counter = `attempts:${what}:${at}`
  const [count] = await Promise.all([redis.incr(counter), redis.expire(counter, window)])
  return { allowed: count <= max, retryAfter: Math.max(1, Math.ceil((at + 1) * window - nowSeconds)) }
}
