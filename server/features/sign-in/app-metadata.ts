import { APIError } from 'better-auth/api'
import { env } from '@/server/platform/settings/env'
import { previewOrigins } from './sign-in-options'

/** The maximum size of a registration, in characters. */
const longestRegistration = 4_096

/** How many redirect URIs an app may register. */
const maxRedirects = 10

/** The addresses of pages in an app's metadata, which browsers open. */
const pages = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'] as const

/** An absolute web address with a host. `new URL` alone would read `https:///cb` as the host `cb`. */
const webAddress = /^https?:\/\/[^\s/\\?#]+(?:[/?#][^\s\\]*)?$/i

/**
 * Checks the addresses in an app's metadata, in addition to better-auth, which checks that a website redirects its
 * users to an HTTPS URL, and a program on a user's computer to that computer.
 * @param host the host that was called, from the request's header.
 * @throws APIError `invalid_redirect_uri`, `invalid_client_metadata`.
 */
export function checkAddresses(metadata: Record<string, unknown>, host: string | null): void {
  const { redirect_uris: redirects } = metadata
  if (Array.isArray(redirects) && redirects.length > maxRedirects) {
    throw invalidRedirect(`Send at most ${maxRedirects} redirect URIs.`)
  }
  for (const uri of Array.isArray(redirects) ? redirects : []) {
    const text = String(uri)
    if (/^https?:/i.test(text) && !(webAddress.test(text) && URL.canParse(text))) {
      throw invalidRedirect('A redirect URI needs a host.')
    }
    if (isOwnAddress(text, host)) throw invalidRedirect('A redirect URI must not point to this server.')
  }
  for (const name of pages) {
    const uri = metadata[name]
    if (uri === undefined || (typeof uri === 'string' && webAddress.test(uri) && URL.canParse(uri))) continue
    throw invalidMetadata(`Send ${name} as an HTTP or HTTPS URL.`)
  }
}

/**
 * Returns whether an address leads to this server: to a host name that serves Pinref, on any port. On the user's own
 * computer, where other programs listen too, only the port of Pinref itself is this server.
 * @param host the host that was called, from the request's header.
 */
function isOwnAddress(address: string, host: string | null): boolean {
  if (!URL.canParse(address)) return false
  const target = new URL(address)
  const called = host !== null && URL.canParse(`http://${host}`) ? [`http://${host}`] : []
  return [env().APP_URL, ...previewOrigins(env()), ...called].some((own) => {
    const { hostname, port } = new URL(own)
    if (nameOf(target.hostname) !== nameOf(hostname)) return false
    return !isLoopbackName(hostname) || target.port === port
  })
}

/** A host name may end with a dot. */
const nameOf = (hostname: string) => hostname.replace(/\.$/, '')

const isLoopbackName = (hostname: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/**
 * Checks an app's registration and sets the app's type, because better-auth treats an app without a type as a website.
 * @throws APIError `invalid_client_metadata`, `invalid_redirect_uri`.
 */
export function tidyRegistration(body: Record<string, unknown>, host: string | null): Record<string, unknown> {
  const metadata: Record<string, unknown> = { ...body }
  if (JSON.stringify(metadata).length > longestRegistration) {
    throw invalidMetadata(`Send at most ${longestRegistration} characters.`)
  }
  checkAddresses(metadata, host)
  const { redirect_uris: redirects } = metadata
  const isNative = Array.isArray(redirects) && redirects.some((uri) => /^http:/i.test(String(uri)))
  return { ...metadata, application_type: isNative ? 'native' : 'web' }
}

/** @see https://www.rfc-editor.org/rfc/rfc7591#section-3.2.2 */
const invalid = (error: 'invalid_redirect_uri' | 'invalid_client_metadata') => (description: string) =>
  new APIError('BAD_REQUEST', { error, error_description: description })

const invalidRedirect = invalid('invalid_redirect_uri')
const invalidMetadata = invalid('invalid_client_metadata')
