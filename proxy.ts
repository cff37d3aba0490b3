import { type NextRequest, NextResponse } from 'next/server'
import { pathOfMisplacedCall } from '@/server/entrances/http/misplaced-call'
import { newNonce, pageSecurityHeaders } from '@/server/platform/runtime/security-headers'

/**
 * Sets every page's security headers. The request carries the policy too: Next reads the nonce from it and adds it to
 * each of its scripts, which is why pages are rendered per request.
 */
export function proxy(request: NextRequest) {
  const rejected = isRead(request) ? null : pathOfMisplacedCall(request.nextUrl.pathname)
  if (rejected !== null) return NextResponse.rewrite(new URL(rejected, request.url))
  // Pages have one URL, without a trailing slash. Next's own redirect would include the API, and few API clients resend their
  // body.
  const { pathname } = request.nextUrl
  if (pathname !== '/' && pathname.endsWith('/')) {
    // Next's own copy of the URL would regain the slash when serialized.
    const url = new URL(request.nextUrl)
    url.pathname = pathname.replace(/\/+$/, '')
    return NextResponse.redirect(url, 308)
  }
  const account = request.nextUrl.searchParams.get('account')
  if (account !== null && pathname !== '/accounts/open') return openIn(account, request.nextUrl)
  const headers = pageSecurityHeaders(newNonce())
  const requestHeaders = new Headers(request.headers)
  requestHeaders.set('content-security-policy', headers['content-security-policy'] ?? '')
  const response = NextResponse.next({ request: { headers: requestHeaders } })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Redirects a link into an account's page, from an email, for example, to the page that switches to the account. */
function openIn(account: string, { pathname, searchParams, origin }: URL): NextResponse {
  const query = new URLSearchParams(searchParams)
  query.delete('account')
  const url = new URL('/accounts/open', origin)
  url.searchParams.set('account', account)
  url.searchParams.set('next', query.size === 0 ? pathname : `${pathname}?${query}`)
  return NextResponse.redirect(url)
}

const isRead = ({ method }: NextRequest) => method === 'GET' || method === 'HEAD'

/** Everything except the API, which sets its own headers, and built files, which `next.config.mjs` covers. */
export const config = { matcher: '/((?!api(?:/|$)|_next/static/).*)' }
