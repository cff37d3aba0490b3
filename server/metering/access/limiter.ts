import type { Ratelimit } from '@upstash/ratelimit'
import { store } from '@/server/platform/store/store'
import { type Limit, limits } from './limits'

/**
 * Creates a limiter on our store, built on first use. The limiter caches nothing in memory, because a refund may make
 * room for a caller who was just rejected. If the store does not answer, the call fails instead of being allowed.
 * @param prefix of its Redis keys.
 */
export function createLimiter(prefix: string, limit: Limit): () => Promise<Ratelimit> {
  let limiter: Ratelimit | undefined
  return async () => {
    if (limiter) return limiter
    // Calls with a valid key don't need this library.
    const [{ fixedWindow }, { redis }] = await Promise.all([import('./fixed-window'), store()])
    limiter = fixedWindow(prefix, limit, redis)
    return limiter
  }
}

/**
 * Visitors' bursts. The limit is set too high to reach, because over the limit the library reports 0 as remaining, and
 * it is unknown how many of several calls were within it.
 */
const bursts = createLimiter('burst', { max: 1_000_000_000, windowSeconds: limits.burst.windowSeconds })

/**
 * Counts a visitor's calls from this network. Returns how many of these calls, starting with the first, are within the
 * burst limit.
 */
export async function countInBurst(network: string, calls: number): Promise<number> {
  const { limit, remaining } = await (await bursts()).limit(network, { rate: calls })
  const before = limit - remaining - calls
  return Math.min(calls, Math.max(0, limits.burst.max - before))
}

/** Counts one call by a visitor from this network. Returns whether the call is within the burst limit. */
export const withinBurst = async (network: string): Promise<boolean> => (await countInBurst(network, 1)) === 1

/**
 * Creates a function that counts a network's calls and returns whether the network is still within this process's
 * limit. Counts in memory, so that it costs little and works while the store is down.
 */
function createLocalLimiter(limit: Limit): (network: string) => boolean {
  const counts = new Map<string, number>()
  let latest = 0
  return (network) => {
    const window = Math.floor(Date.now() / (limit.windowSeconds * 1_000))
    if (window !== latest) counts.clear()
    latest = window
    const before = counts.get(network) ?? 0
    counts.set(network, before + 1)
    return before < limit.max
  }
}

/** Counts a document read from a network. */
export const withinReads = createLocalLimiter(limits.reads)

/** Counts a rejection of a network's call. */
export const withinRefusals = createLocalLimiter(limits.refusals)

const failedKeys = createLimiter('failed-keys', limits.failedKeys)

/** Counts an unknown API key from this network. Returns whether the network is still within the limit. */
export async function withinFailedKeys(network: string): Promise<boolean> {
  return (await (await failedKeys()).limit(network)).success
}

/** At most `max` attempts in each window of `window` seconds. */
export interface Rule {
  window: number
  max: number
}

/**
 * Counts an attempt. Returns whether the attempt is allowed, and the seconds until the next window. Windows are aligned
 * to the clock, so all processes share them. Each window has its own counter, which expires with the window.
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
