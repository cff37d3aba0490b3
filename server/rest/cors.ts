/** Any page may call the operations with a key; no cookie is read there, so nothing is lent to it. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, X-API-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate',
}

/** The answer to a browser that asks before it calls. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, X-API-Key, Authorization',
      'access-control-max-age': '86400',
    },
  })
}
