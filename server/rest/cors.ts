import type { Answer } from './call'
import type { HeaderList } from './header-list'

/** Any page may call the operations with a key; no cookie is read there, so nothing is lent to it. */
export const corsHeaders: HeaderList = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'X-Request-Id, X-API-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Server-Timing',
]

/** The answer to a browser that asks before it calls. */
export const preflight: Answer = {
  status: 204,
  headers: [
    ...corsHeaders,
    ...['access-control-allow-methods', 'POST'],
    ...['access-control-allow-headers', 'Content-Type, X-API-Key, Authorization'],
    ...['access-control-max-age', '86400'],
  ],
  body: '',
}
