import { Ratelimit } from '@upstash/ratelimit'
import type { Redis } from '@upstash/redis'
import type { Limit } from './limits'

/**
 * Creates a limiter with a fixed window on our store.
 * @param prefix of its Redis keys.
 */
export const fixedWindow = (prefix: string, limit: Limit, redis: Redis): Ratelimit =>
  new Ratelimit({
    prefix,
    limiter: Ratelimit.fixedWindow(limit.max, `${limit.windowSeconds} s`),
    redis,
    ephemeralCache: false,
    timeout: 0,
    analytics: false,
  })
