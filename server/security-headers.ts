import { randomBytes } from 'node:crypto'
import { env } from '@/server/env'

/** What every answer carries, a page's and the API's alike. */
function commonHeaders(): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Neither a looked-up link (`/?q=…`) nor the token of a mail leaves for another site with the visitor.
    'referrer-policy': 'same-origin',
    // Only where the operator says that the public address is https; a browser ignores it on any other.
    ...(isSecure() && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

const isSecure = () => env().APP_URL.startsWith('https:')

/** For answers that are never a page: should a browser show one as a page, it can do nothing. */
export function apiSecurityHeaders(): Record<string, string> {
  return { ...commonHeaders(), 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
}

/** For pages. */
export function pageSecurityHeaders(nonce: string): Record<string, string> {
  return {
    ...commonHeaders(),
    'content-security-policy': pagePolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Links to maps lie on every page; their hosts are not asked for until somebody follows one.
    'x-dns-prefetch-control': 'off',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  }
}

/** A number used once: 128 random bits, in the characters that a policy and Next's reading of it allow. */
export const newNonce = () => randomBytes(16).toString('base64url')

/**
 * Scripts run when they carry the nonce of this very answer, or were loaded by one that does; inline ones and handlers in
 * attributes do not. Style sheets likewise; `style` attributes may stay, since React writes them. Nothing is asked of
 * another origin.
 * @see https://www.w3.org/TR/CSP3/#strict-csp
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    // React's development build evaluates code to rebuild the stacks of the server.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure() ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

const isDevelopment = process.env.NODE_ENV === 'development'
