import { type Quota, unlimitedRemaining } from '@/server/access/admission'
import type { Metering } from '@/server/trpc/context'
import type { HeaderList } from './header-list'

/** The headers of an answer by what metering noted; none where the call never reached admission. */
export function quotaHeaders({ admission, quota }: Metering): HeaderList {
  if (!admission || !quota) return []
  const { refused } = admission
  return rateLimitHeaders(quota, refused !== null && refused.code !== 'too_many_requests', Date.now())
}

/**
 * The quota of a call as headers: the `X-RateLimit-*` family, and the pair of the IETF draft "RateLimit header fields
 * for HTTP" (draft-ietf-httpapi-ratelimit-headers-10). All times are seconds: `X-RateLimit-Reset` since the epoch,
 * `t` and `w` as durations. Where the quota is used up also `Retry-After`.
 */
export function rateLimitHeaders(quota: Quota, usedUp: boolean, nowMs: number): HeaderList {
  const { limit, remaining, resetSeconds, windowSeconds } = quota
  if (limit === null || remaining === null || resetSeconds === null) {
    return unlimited
  }
  const leftSeconds = Math.max(1, Math.ceil(resetSeconds - nowMs / 1000))
  const policy = quota.authenticated ? 'monthly' : 'daily'
  const headers = [
    ...['x-ratelimit-limit', String(limit)],
    ...['x-ratelimit-remaining', String(remaining)],
    ...['x-ratelimit-reset', String(resetSeconds)],
    ...['ratelimit-policy', `"${policy}";q=${limit};w=${windowSeconds}`],
    ...['ratelimit', `"${policy}";r=${remaining};t=${leftSeconds}`],
  ]
  if (usedUp) headers.push('retry-after', String(leftSeconds))
  return headers
}

const unlimited: HeaderList = [
  ...['x-ratelimit-limit', 'unlimited'],
  ...['x-ratelimit-remaining', String(unlimitedRemaining)],
  ...['ratelimit-policy', `"unlimited";q=${unlimitedRemaining}`],
  ...['ratelimit', `"unlimited";r=${unlimitedRemaining}`],
]
