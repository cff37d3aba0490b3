import { isIP } from 'node:net'
import { cimd } from '@better-auth/cimd'
import { mcp } from '@better-auth/mcp'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { Agent, request } from 'undici'
import { appScopes } from '@/server/access/app-scopes'
import { countAttempt } from '@/server/access/limiter'
import { limits } from '@/server/access/limits'
import { type Env, env } from '@/server/env'
import { publicLookup, resolveHost } from '@/server/links/expand/pinned-agent'
import { seal, unseal } from '@/server/runtime/local-secret'
import { newAccessToken } from './adapter/app-tokens'
import { appResource } from './sign-in-options'

/**
 * How long an access token is valid, in seconds. Apps get a new access token with their refresh token, which is
 * replaced each time.
 */
export const accessTokenSeconds = 3_600
export const refreshTokenSeconds = 30 * 86_400

/**
 * Returns better-auth's plugins that let apps connect to accounts over OAuth to use MCP at `/mcp`; no plugins if there
 * is no safe URL for MCP. An app is identified by the URL of its metadata, or it registers. The account's owner
 * approves the app on the `/connect` page.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export function oauth(settings: Pick<Env, 'APP_URL'>): BetterAuthPlugin[] {
  const resource = appResource(settings)
  if (resource === null) return []
  const provider = mcp({
    resource,
    loginPage: '/connect',
    consentPage: '/connect',
    scopes: [...appScopes, 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    // There is one resource for all apps.
    enforcePerClientResources: false,
    accessTokenExpiresIn: accessTokenSeconds,
    refreshTokenExpiresIn: refreshTokenSeconds,
    // Tokens are looked up on each call, so the account's owner can revoke them. The store has only the tokens' hashes.
    disableJwtPlugin: true,
    generateOpaqueAccessToken: newAccessToken,
    storeClientSecret: { encrypt: seal, decrypt: async (sealed) => (await unseal(sealed)) ?? '' },
  })
  const { oauth2Authorize, oauth2Consent, oauth2Token, oauth2Revoke, registerOAuthClient } = provider.endpoints
  return [
    {
      ...provider,
      // The list has only the endpoints that Pinref uses.
      endpoints: { oauth2Authorize, oauth2Consent, oauth2Token, oauth2Revoke, registerOAuthClient },
      onRequest: async (incoming, context) => {
        const result = await provider.onRequest(incoming, context)
        return result && 'response' in result ? { response: await supportedMetadata(result.response) } : result
      },
    },
    cimd({ metadataProfile: 'mcp-2026-07-28', maxCacheEntries: 200, fetchClientMetadataResource: fetchMetadata }),
  ] as BetterAuthPlugin[]
}

/** Removes unsupported features from the metadata. */
async function supportedMetadata(response: Response): Promise<Response> {
  if (!response.body) return response
  const metadata: Record<string, unknown> = await response.json()
  const supported = Object.entries(metadata).filter(([name]) => !/^(?:introspection|backchannel|dpop)_/.test(name))
  return Response.json(Object.fromEntries(supported), { status: response.status, headers: response.headers })
}

/** The maximum size of a registration, in characters. */
export const longestRegistration = 4_096

/** How many redirect URIs an app may register. */
export const maxRedirects = 10

/**
 * Checks an app's registration and sets the app's type. better-auth checks that a website redirects its users to an
 * HTTPS URL, and that a program on a user's computer redirects them to that computer, but it treats an app without a
 * type as a website.
 * @throws APIError `invalid_client_metadata`, `invalid_redirect_uri`.
 */
export function tidyRegistration({ body }: GenericEndpointContext): Record<string, unknown> {
  const metadata: Record<string, unknown> = { ...body }
  if (JSON.stringify(metadata).length > longestRegistration) {
    throw new APIError('BAD_REQUEST', {
      error: 'invalid_client_metadata',
      error_description: `Send at most ${longestRegistration} characters.`,
    })
  }
  const { redirect_uris: redirects } = metadata
  if (Array.isArray(redirects) && redirects.length > maxRedirects) {
    throw new APIError('BAD_REQUEST', {
      error: 'invalid_redirect_uri',
      error_description: `Send at most ${maxRedirects} redirect URIs.`,
    })
  }
  const isNative = Array.isArray(redirects) && redirects.some((uri) => /^http:/i.test(String(uri)))
  return { ...metadata, application_type: isNative ? 'native' : 'web' }
}

/**
 * Counts an app registered by another site's page. The total is limited to less than half of `maxUnusedApps`, so a page
 * that makes its visitors register apps leaves room for programs, which send no Origin.
 * @throws APIError `temporarily_unavailable`.
 */
export async function countWebRegistration({ headers }: GenericEndpointContext): Promise<void> {
  const origin = headers?.get('origin')
  if (!origin || origin === new URL(env().APP_URL).origin) return
  const { max, windowSeconds } = limits.appsOfPages
  const { allowed, retryAfter } = await countAttempt('apps-of-pages', { max, window: windowSeconds })
  if (allowed) return
  throw new APIError(
    'TOO_MANY_REQUESTS',
    {
      error: 'temporarily_unavailable',
      error_description:
        'Too many websites have registered apps. Try again later, or use a client ID metadata document.',
    },
    { 'x-retry-after': String(retryAfter) },
  )
}

/**
 * Adds the scope for a refresh token to the query of an app that requests to be connected. Many agents request only the
 * scope in the resource's metadata, so without this scope, their users would have to reconnect them every hour.
 */
export function withRefresh({ query }: GenericEndpointContext): Record<string, unknown> {
  const { scope } = query ?? {}
  const isShort = typeof scope === 'string' && !scope.split(' ').includes('offline_access')
  return isShort ? { ...query, scope: `${scope} offline_access` } : { ...query }
}

/**
 * The maximum duration of a fetch and the maximum size of its response: both are a little higher than in better-auth
 * itself.
 */
const slowestMs = 6_000
const largestBytes = 8 * 1024

let agent: Agent | undefined

/**
 * Fetches an app's metadata from a host name on the default port, only from public addresses, or through the gateway
 * for callbacks. Follows no redirects. better-auth has checked that the URL uses HTTPS.
 */
async function fetchMetadata(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  if (url.port !== '' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new Error('no public host name')
  const { CALLBACK_GATEWAY_URL: gateway } = env()
  const lookup = gateway === undefined ? { lookup: publicLookup(resolveHost) } : {}
  agent ??= new Agent({ connect: { ...lookup, timeout: slowestMs }, maxResponseSize: largestBytes })
  // With `AbortSignal.any`, an `AbortSignal.timeout` may be garbage-collected, and then it never aborts.
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), slowestMs)
  const { answer, text } = await request(
    gateway === undefined ? url : `${gateway}/${url.href.slice('https://'.length)}`,
    {
      dispatcher: agent,
      headers: { 'user-agent': 'Pinref-Apps/1', ...Object.fromEntries(new Headers(init?.headers)) },
      signal: AbortSignal.any([late.signal, ...(init?.signal ? [init.signal] : [])]),
    },
  )
    .then(async (answer) => ({ answer, text: await answer.body.text() }))
    .finally(() => clearTimeout(timer))
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
  const { statusCode: status } = answer
  return new Response(status === 304 || status === 204 ? null : text, { status, headers })
}
