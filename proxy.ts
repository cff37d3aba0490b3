import { type NextRequest, NextResponse } from 'next/server'
import { newNonce, pageSecurityHeaders } from '@/server/security-headers'

/**
 * Gives every page its security headers. The policy goes with the request too: Next takes the nonce from it and puts it on
 * each of its own scripts, which is why pages are drawn per request.
 */
export function proxy(request: NextRequest) {
  const headers = pageSecurityHeaders(newNonce())
  const asked = new Headers(request.headers)
  asked.set('content-security-policy', headers['content-security-policy'] ?? '')
  const response = NextResponse.next({ request: { headers: asked } })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Everything but the API, which has headers of its own, and built files, whose headers stand in `next.config.mjs`. */
export const config = { matcher: '/((?!api(?:/|$)|_next/static/).*)' }
