import { randomBytes } from 'node:crypto'
import { env } from '@/server/env'

/** Returns the headers of every answer, pages and API. */
function commonHeaders(): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // A looked-up link (`/?q=…`) or the token of a mail must not leak to another site.
    'referrer-policy': 'same-origin',
    // Only if the operator has set an https address; browsers ignore this header over http.
    ...(isSecure() && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

const isSecure = () => env().APP_URL.startsWith('https:')

/** Returns the headers of answers that are not pages: if a browser renders one all the same, it can load and run nothing. */
export function apiSecurityHeaders(): Record<string, string> {
  return { ...commonHeaders(), 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
}

/** Returns the headers of a page. */
export function pageSecurityHeaders(nonce: string): Record<string, string> {
  return {
    ...commonHeaders(),
    'content-security-policy': pagePolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Every page links to maps. Browsers look up those hosts only when a link is followed.
    'x-dns-prefetch-control': 'off',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  }
}

/** Returns 128 random bits, in characters that a policy and Next's parser of it allow. */
export const newNonce = () => randomBytes(16).toString('base64url')

/**
 * Returns the policy of a page that is sent to many visitors: the one from `pageSecurityHeaders`, except that scripts run by
 * their hashes. Style sheets that a dialog adds keep the nonce the page was drawn with.
 * @param hashes those of its inline scripts, each as `'sha256-…'`.
 */
export const sharedPagePolicy = (policy: string, hashes: readonly string[]): string =>
  policy.replace(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/, ["script-src 'self'", ...hashes].join(' '))

/**
 * Returns the policy of a page. Scripts run if they carry the nonce of this answer or were loaded by one that does; other
 * inline scripts and handlers in attributes do not. The same goes for style sheets; `style` attributes are allowed, since
 * React writes them. Nothing is loaded from another origin.
 * @see https://www.w3.org/TR/CSP3/#strict-csp
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    // React's development build evaluates code to rebuild the server's stack traces.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    // Large Excel files are unpacked in web workers, which the library creates from code in the page.
    "worker-src 'self' blob:",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure() ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

const isDevelopment = process.env.NODE_ENV === 'development'
