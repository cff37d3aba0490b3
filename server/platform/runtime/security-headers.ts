import { randomBytes } from 'node:crypto'
import { env } from '@/server/platform/settings/env'

/** Returns the headers of every response, both pages and API. */
function commonHeaders(): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // A looked-up link (`/?q=…`) or the token in an email link must not leak to other sites.
    'referrer-policy': 'same-origin',
    // Only with an HTTPS APP_URL, because browsers ignore this header over HTTP.
    ...(isSecure() && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

const isSecure = () => env().APP_URL.startsWith('https:')

/**
 * Returns the headers of responses that are not pages. If a browser renders such a response anyway, the response can't
 * load or run anything.
 */
export function apiSecurityHeaders(): Record<string, string> {
  return { ...commonHeaders(), 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
}

/** Returns a page's headers. */
export function pageSecurityHeaders(nonce: string): Record<string, string> {
  return {
    ...commonHeaders(),
    'content-security-policy': pagePolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Every page links to map hosts. Browsers should look up the map hosts only when a link is followed.
    'x-dns-prefetch-control': 'off',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  }
}

/** Returns 128 random bits, in characters that both a policy and Next's parser allow. */
export const newNonce = () => randomBytes(16).toString('base64url')

/**
 * Returns the policy of a page that is sent to many visitors: the policy from `pageSecurityHeaders`, but scripts are
 * allowed by hash. Style sheets that a dialog adds use the nonce from when the page was rendered.
 * @param hashes the hashes of the page's inline scripts, each as `'sha256-…'`.
 */
export const sharedPagePolicy = (policy: string, hashes: readonly string[]): string =>
  policy.replace(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/, ["script-src 'self'", ...hashes].join(' '))

/**
 * Returns the policy of a page. Scripts run only with this response's nonce, or if a script with the nonce loads them.
 * Other inline scripts and event attributes don't run. Style sheets need the nonce too; `style` attributes are allowed,
 * because React writes them. Nothing is loaded from other origins.
 * @see https://www.w3.org/TR/CSP3/#strict-csp
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    // React's development build evaluates code to rebuild the server's stack traces.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    // Large Excel files are unpacked in web workers, which the library creates from inline code.
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
