import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { createCimdClientDiscovery, isCimdClientIdUrlCandidate } from '@better-auth/cimd'
import { mcp } from '@better-auth/mcp'
import type { ClientDiscovery } from '@better-auth/oauth-provider'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { Agent, request } from 'undici'
import { appScopes } from '@/server/metering/access/app-scopes'
import { countAttempt } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { readRole } from '@/server/metering/access/members'
import { publicLookup, resolveHost } from '@/server/places/links/expand/pinned-agent'
import { seal, unseal } from '@/server/platform/runtime/local-secret'
import { type Env, env } from '@/server/platform/settings/env'
import { newAccessToken } from './adapter/app-tokens'
import { notMember, readApp } from './adapter/apps'
import { readMemberships } from './adapter/memberships'
import { accountOfToken, isId } from './adapter/redis-keys'
import { checkAddresses } from './app-metadata'
import { callingNetwork } from './caller'
import { grantAccount, setGrantAccount } from './grant-account'
import { appResource } from './sign-in-options'

/**
 * How long an access token is valid, in seconds. Apps get a new access token with their refresh token, which is
 * replaced each time.
 */
const accessTokenSeconds = 3_600
const refreshTokenSeconds = 30 * 86_400

/**
 * Returns better-auth's plugins that let apps connect to accounts over OAuth to use MCP at `/mcp`; no plugins if there
 * is no safe URL for MCP. An app is identified by the URL of its metadata, or it registers. A person approves the app for
 * one of their accounts on the `/connect` page.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export function oauth(settings: Pick<Env, 'APP_URL'>): BetterAuthPlugin[] {
  const resource = appResource(settings)
  if (resource === null) return []
  const provider = mcp({
    resource,
    loginPage: '/connect',
    consentPage: '/connect',
    // Permissions, codes, and tokens store the account as their reference, and a refreshed token keeps it.
    postLogin: {
      page: '/connect',
      shouldRedirect: () => false,
      consentReferenceId: ({ session }) => grantAccount() ?? accountOfToken(session.token),
    },
    scopes: [...appScopes, 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    // There is one resource for all apps.
    enforcePerClientResources: false,
    accessTokenExpiresIn: accessTokenSeconds,
    refreshTokenExpiresIn: refreshTokenSeconds,
    // Tokens are looked up on each call, so that they can be revoked. The store has only the tokens' hashes.
    disableJwtPlugin: true,
    generateOpaqueAccessToken: newAccessToken,
    extensions: [{ clientDiscovery: appsByMetadata() }],
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
  ] as BetterAuthPlugin[]
}

/** Removes unsupported features from the metadata. */
async function supportedMetadata(response: Response): Promise<Response> {
  if (!response.body) return response
  const metadata: Record<string, unknown> = await response.json()
  const supported = Object.entries(metadata).filter(([name]) => !/^(?:introspection|backchannel|dpop)_/.test(name))
  return Response.json(Object.fromEntries(supported), { status: response.status, headers: response.headers })
}

/**
 * Counts an app registered by another site's page. Any program can make up an Origin, and a hostile page can use the
 * addresses of all its visitors, so the limit is per page and network. A made-up Origin then uses up no other caller's
 * limit, and a page leaves room for other programs on its visitors' networks.
 * @throws APIError `temporarily_unavailable`.
 */
export async function countWebRegistration({ headers }: GenericEndpointContext): Promise<void> {
  const origin = headers?.get('origin')
  if (!origin || origin === new URL(env().APP_URL).origin) return
  const { max, windowSeconds } = limits.appsOfPage
  const page = createHash('sha256').update(origin).digest('base64url')
  const counter = `apps-of-page:${callingNetwork(headers)}:${page}`
  const { allowed, retryAfter } = await countAttempt(counter, { max, window: windowSeconds })
  if (!allowed) throw tooManyApps('This website has registered too many apps here. Try again later.', retryAfter)
}

const tooManyApps = (description: string, retryAfter: number) =>
  new APIError(
    'TOO_MANY_REQUESTS',
    { error: 'temporarily_unavailable', error_description: description },
    { 'x-retry-after': String(retryAfter) },
  )

/** The path that opens an app's request in its user's browser. */
export const authorizePath = '/api/auth/oauth2/authorize'

/** The path at which apps register. */
export const registerPath = '/api/auth/oauth2/register'

/**
 * Whether a call requests that an app be connected. When a user allows a request, better-auth runs the same endpoint
 * again within that call.
 */
export const isAppRequest = ({ path, request }: GenericEndpointContext): boolean =>
  path === '/oauth2/authorize' && !(request && new URL(request.url).pathname === '/api/auth/oauth2/consent')

/**
 * Checks an app's request to be connected, and returns its query as better-auth needs it:
 *
 * - It adds the scope for a refresh token. Many agents request only the scopes in the resource's metadata, so without
 *   this scope, their users would have to reconnect them every hour.
 * - Unless the app's user returns to a website, it asks the user each time. Any program on the user's computer can
 *   listen on the port, so a code without a click would connect that program too.
 * - It asks a user with several accounts each time, because only the user knows which account the app is for.
 * - A browser without a session first signs in if the app is unknown and its metadata would have to be fetched.
 * @see https://www.rfc-editor.org/rfc/rfc8252#section-8.6
 * @throws APIError `invalid_redirect_uri`; `invalid_request` for a form, which better-auth would read instead of the
 *   query; a redirect to the sign-in page.
 */
export async function tidyRequest(context: GenericEndpointContext): Promise<Record<string, unknown>> {
  if (context.body?.client_id !== undefined) throw new APIError('BAD_REQUEST', { error: 'invalid_request' })
  const query: Record<string, unknown> = { ...context.query }
  const { scope, redirect_uri: redirect, prompt, client_id: clientId } = query
  if (typeof redirect === 'string') checkAddresses({ redirect_uris: [redirect] }, context.headers?.get('host') ?? null)
  if (isCimdClientIdUrlCandidate(String(clientId)) && !(await getSessionFromCtx(context))) {
    const path = `${authorizePath}?${searchOf(query)}`
    if ((await readApp(String(clientId))) === null) throw context.redirect(`/sign-in?next=${encodeURIComponent(path)}`)
  }
  if (typeof scope === 'string' && !scope.split(' ').includes('offline_access')) query.scope = `${scope} offline_access`
  const isWebsite = typeof redirect === 'string' && /^https:/i.test(redirect)
  if (!isWebsite || (await hasSeveralAccounts(context))) {
    const prompts = typeof prompt === 'string' ? prompt.split(' ').filter((one) => one !== 'none') : []
    query.prompt = [...new Set([...prompts, 'consent'])].join(' ')
  }
  return query
}

async function hasSeveralAccounts(context: GenericEndpointContext): Promise<boolean> {
  const session = await getSessionFromCtx(context)
  return session !== null && (await readMemberships(session.user.id)).length > 1
}

/**
 * Checks the account that a signed-in person chose for an app, and sets it for the rest of the call.
 * @throws APIError `NOT_A_MEMBER`, also if no account was sent.
 */
export async function chooseAccount(context: GenericEndpointContext): Promise<void> {
  const session = await getSessionFromCtx(context)
  if (!session) return
  const { account } = context.body
  if (!isId(account) || (await readRole(account, session.user.id)) === null) throw notMember()
  setGrantAccount(account)
}

/** Returns a query as text; a parameter may occur several times. */
function searchOf(query: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  )
}

/**
 * Finds apps by the URL of their metadata. The metadata of an app that isn't stored is fetched only for a signed-in
 * user, a limited number of times, so that no stranger can use up the fetches that all apps share.
 */
function appsByMetadata(): ClientDiscovery {
  const discovery = createCimdClientDiscovery({
    metadataProfile: 'mcp-2026-07-28',
    maxCacheEntries: 200,
    fetchClientMetadataResource: fetchMetadata,
  })
  return {
    ...discovery,
    async resolve(context, clientId, existing) {
      if (!existing) await countFetch(context)
      return discovery.resolve(context, clientId, existing)
    },
  }
}

/** @throws APIError `invalid_client` without a session; `temporarily_unavailable`. */
async function countFetch(context: GenericEndpointContext): Promise<void> {
  const session = await getSessionFromCtx(context)
  if (!session) throw new APIError('UNAUTHORIZED', { error: 'invalid_client', error_description: 'unknown app' })
  const { max, windowSeconds } = limits.appsFetched
  const { allowed, retryAfter } = await countAttempt(`apps-fetched:${session.user.id}`, { max, window: windowSeconds })
  if (!allowed) throw tooManyApps('You have opened too many new apps. Try again later.', retryAfter)
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
 * @throws Error also if the metadata has an address that a registration may not have.
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
  if (status === 200) checkAddresses(JSON.parse(text), new URL(env().APP_URL).host)
  return new Response(status === 304 || status === 204 ? null : text, { status, headers })
}
