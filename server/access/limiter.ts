import { Ratelimit } from '@upstash/ratelimit'
import { store } from '@/server/store/store'
import type { Limit } from './limits'

/**
 * Creates a limiter over our store, built at its first use. It decides nothing from memory, because a refund may make room for a
 * caller who was refused a moment ago. If the store does not answer, the call fails instead of passing.
 * @param prefix of its Redis keys.
 */
export function createLimiter(prefix: string, limit: Limit): () => Promise<Ratelimit> {
  let limiter: Ratelimit | undefined
  return async () => {
    limiter ??= new Ratelimit({
      prefix,
      limiter: Ratelimit.fixedWindow(limit.max, `${limit.windowSeconds} s`),
      redis: (await store()).redis,
      ephemeralCache: false,
      timeout: 0,
      analytics: false,
    })
    return limiter
  }
}
