import type { Answer } from './call'
import type { HeaderList } from './headers'

/** Any page may call the operations with a key. They read no cookie, so a page gains nothing from who is signed in. */
export const corsHeaders: HeaderList = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'X-Request-Id, X-API-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Server-Timing, X-API-Key-Type',
]

/**
 * Returns the answer to a browser's preflight request, without the headers that all answers have.
 * @param methods the methods of the operation.
 */
export const preflight = (methods: readonly string[]): Answer => ({
  status: 204,
  headers: [
    ...['access-control-allow-methods', methods.join(', ')],
    ...['access-control-allow-headers', 'Content-Type, X-API-Key, Authorization, Idempotency-Key'],
    ...['access-control-max-age', '86400'],
  ],
  body: '',
})
