import { Ratelimit } from '@upstash/ratelimit'
import { store } from '@/server/store/store'

type Settings = Pick<ConstructorParameters<typeof Ratelimit>[0], 'limiter' | 'prefix'>

/**
 * A limiter over our store, built at its first use. Nothing is decided from memory, since a rejected caller may be admitted
 * again once a failed call is given back; and where the store does not answer, the call fails instead of passing.
 */
export function createLimiter(settings: () => Settings): () => Promise<Ratelimit> {
  let limiter: Ratelimit | undefined
  return async () => {
    limiter ??= new Ratelimit({
      ...settings(),
      redis: (await store()).raw,
      ephemeralCache: false,
      timeout: 0,
      analytics: false,
    })
    return limiter
  }
}
