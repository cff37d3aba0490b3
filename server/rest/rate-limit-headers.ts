import { type Quota, unlimitedRemaining } from '@/server/access/admission'

/**
 * The quota of a call as headers: the `X-RateLimit-*` family, and the pair of the IETF draft "RateLimit header fields
 * for HTTP" (draft-ietf-httpapi-ratelimit-headers-10). All times are seconds: `X-RateLimit-Reset` since the epoch,
 * `t` and `w` as durations. On a rejection also `Retry-After`.
 */
export function rateLimitHeaders(quota: Quota, admitted: boolean, nowMs: number): Record<string, string> {
  const { limit, remaining, resetSeconds, windowSeconds } = quota
  if (limit === null || remaining === null || resetSeconds === null) {
    return {
      'x-ratelimit-limit': 'unlimited',
      'x-ratelimit-remaining': String(unlimitedRemaining),
      'ratelimit-policy': `"unlimited";q=${unlimitedRemaining}`,
      ratelimit: `"unlimited";r=${unlimitedRemaining}`,
    }
  }
  const leftSeconds = Math.max(1, Math.ceil(resetSeconds - nowMs / 1000))
  const policy = quota.authenticated ? 'monthly' : 'daily'
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${leftSeconds}`,
    ...(!admitted && { 'retry-after': String(leftSeconds) }),
  }
}
