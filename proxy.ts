import { type NextRequest, NextResponse } from 'next/server'
import { newNonce, pageSecurityHeaders } from '@/server/security-headers'

/**
 * Gives every page its security headers. The request carries the policy too: Next reads the nonce from it and puts it on each of
 * its own scripts, which is why pages are rendered per request.
 */
export function proxy(request: NextRequest) {
  // A page has one address, without a slash at its end. Next's own redirect would include the API, and few API clients send their
  // body again.
  const { pathname } = request.nextUrl
  if (pathname !== '/' && pathname.endsWith('/')) {
    // Next's own copy of the URL would get the slash back when it is written out.
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

/** Everything but the API, which sets its own headers, and built files, whose headers are set in `next.config.mjs`. */
export const config = { matcher: '/((?!api(?:/|$)|_next/static/).*)' }
