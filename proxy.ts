import { type NextRequest, NextResponse } from 'next/server'
import { newNonce, pageSecurityHeaders } from '@/server/security-headers'

/**
 * Gives every page its security headers. The policy goes with the request too: Next takes the nonce from it and puts it on
 * each of its own scripts, which is why pages are drawn per request.
 */
export function proxy(request: NextRequest) {
  // A page has one address. Next would send the API's callers elsewhere too, which few of them follow with their body.
  const { pathname } = request.nextUrl
  if (pathname !== '/' && pathname.endsWith('/')) {
    // Next's own copy of the address would be written with the slash again.
    const url = new URL(request.nextUrl)
    url.pathname = pathname.replace(/\/+$/, '')
    return NextResponse.redirect(url, 308)
  }
  const headers = pageSecurityHeaders(newNonce())
  const asked = new Headers(request.headers)
  asked.set('content-security-policy', headers['content-security-policy'] ?? '')
  const response = NextResponse.next({ request: { headers: asked } })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Everything but the API, which has headers of its own, and built files, whose headers stand in `next.config.mjs`. */
export const config = { matcher: '/((?!api(?:/|$)|_next/static/).*)' }
