import { createHash } from 'node:crypto'
import { type AppScope, appScopes, appScopesIn } from '@/server/metering/access/app-scopes'
import { type Client, networkOf } from '@/server/metering/access/client'
import { withinBurst } from '@/server/metering/access/limiter'
import { readRole } from '@/server/metering/access/members'
import { tooManyRequests } from '@/server/metering/access/refusals'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { throwStoreFailure } from '@/server/platform/store/store-failure'
import { accessTokens, isOwnAccessToken } from './adapter/app-tokens'
import { appKey, disconnectApp, readApp, readConsent, readConsents, seenField } from './adapter/apps'
import { signInKeys } from './adapter/redis-keys'
import { accountOfNewSession } from './session-account'
import { appResource } from './sign-in-options'
import type { SignedIn } from './signed-in'
import { tidyName } from './user-rules'

/** A connected app, with the details that help the account's owner recognize it. */
export interface ConnectedApp {
  id: string
  name: string
  /** The host of the app's website, as provided by the app; null if the app provided none. */
  host: string | null
  /** What the account's owner has allowed. */
  scopes: AppScope[]
  /** ISO 8601, UTC. */
  connected: string
  /** When the app last got a token, which is valid for an hour: ISO 8601, UTC. */
  lastActive: string | null
}

/** Returns a person's connected apps, newest first. @throws PinrefError `store_unavailable`. */
export async function connectedApps(personId: string): Promise<ConnectedApp[]> {
  return throwStoreFailure(async () => {
    const { redis } = await store()
    const [consents, seen] = await Promise.all([
      readConsents(personId),
      redis.hgetall<Record<string, number>>(signInKeys.seen(personId)),
    ])
    return consents
      .map(({ clientId, name, uri, scopes, createdAt }) => {
        const id = appKey(clientId)
        const last = Number(seen?.[seenField(id)] ?? 0)
        return {
          id,
          name: nameOf(name, clientId),
          host: hostOf(uri),
          scopes: appScopesIn(scopes),
          connected: createdAt,
          lastActive: last === 0 ? null : new Date(last * 1000).toISOString(),
        }
      })
      .sort((a, b) => b.connected.localeCompare(a.connected))
  })
}

/**
 * Disconnects an app. The app's tokens become invalid immediately.
 * @param id the id of one of this person's apps; ignored if the app is already disconnected.
 * @returns the app's name; null if the app was not connected.
 * @throws PinrefError `store_unavailable`.
 */
export async function disconnect(personId: string, id: string): Promise<string | null> {
  return throwStoreFailure(async () => {
    const consent = await readConsent(personId, id)
    return consent && (await disconnectApp(personId, id)) ? nameOf(consent.name, consent.clientId) : null
  })
}

/** An app that requests to be connected. */
export interface RequestingApp {
  /** The name that the app gives itself. Any app may use any name. */
  name: string
  /** The host that vouches for the app by serving its metadata; null for an app that has only registered. */
  metadataHost: string | null
  /** The host of the app's website, as claimed by the app; null if the app claims none. */
  claimedHost: string | null
  /** The host that the app's users return to; null for a program on the user's own computer. */
  returnHost: string | null
  /** What the app requests. */
  scopes: AppScope[]
}

/**
 * Returns the app that requests to be connected; null if the app is unknown, if it requests nothing that Pinref has, or
 * if the request has expired.
 * @param query the query of the consent page, as signed by better-auth, which verifies it later.
 * @throws PinrefError `store_unavailable`.
 */
export async function requestingApp(query: URLSearchParams): Promise<RequestingApp | null> {
  const clientId = query.get('client_id') ?? ''
  const redirect = query.get('redirect_uri') ?? ''
  if (!(Number(query.get('exp')) * 1000 > Date.now()) || !URL.canParse(redirect)) return null
  const app = await throwStoreFailure(() => readApp(clientId))
  const scopes = appScopesIn((query.get('scope') ?? '').split(' '))
  if (!app || scopes.length === 0 || !/^https?:/i.test(redirect)) return null
  const { protocol, host } = new URL(redirect)
  return {
    name: nameOf(app.name, clientId),
    metadataHost: app.clientDiscoveryId ? hostOf(clientId) : null,
    claimedHost: hostOf(app.uri as string | null),
    returnHost: protocol === 'https:' ? host : null,
    scopes,
  }
}

const nameOf = (name: unknown, clientId: string): string =>
  (typeof name === 'string' && tidyName(name)) || (hostOf(clientId) ?? 'An app without a name')

const hostOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address) ? new URL(address).host : null

/** A person on whose behalf an app calls, their account, and what the app may do. */
export interface AppAccess extends Pick<SignedIn, 'personId' | 'member'> {
  scopes: readonly AppScope[]
}

/** How an app can get access, for the `WWW-Authenticate` header. */
interface AppRefusal {
  status: 401 | 403
  challenge: string
}

/**
 * Returns the person for a call with an access token, and their account. Reads the store only for a token that this server created.
 * @throws PinrefError `too_many_requests`, `store_unavailable`.
 */
export async function appCaller(headers: Headers, client: Client): Promise<AppAccess | AppRefusal> {
  const [, token] = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (token === undefined) return { status: 401, challenge: challenge() }
  const row = isOwnAccessToken(token) ? await readAccessToken(token, client) : null
  if (!row) return { status: 401, challenge: challenge('invalid_token') }
  const scopes = appScopesIn(row.scopes)
  if (scopes.length === 0) return { status: 403, challenge: scopeChallenge(appScopes) }
  const accountId = await accountOfNewSession(row.userId)
  const role = await readRole(accountId, row.userId)
  return { personId: row.userId, member: role && { accountId, role }, scopes }
}

/** Returns the `WWW-Authenticate` header for an app that needs these scopes. */
export const scopeChallenge = (scopes: readonly AppScope[]): string => challenge('insufficient_scope', scopes)

interface AccessToken {
  userId: string
  scopes: string[]
  expiresAt: string
}

async function readAccessToken(token: string, client: Client): Promise<AccessToken | null> {
  const hash = createHash('sha256').update(token).digest('base64url')
  const condition = { field: 'token', operator: 'eq', value: hash, connector: 'AND', mode: 'sensitive' } as const
  const [row] = await throwStoreFailure(() => accessTokens.candidates([condition]))
  if (row && Date.parse(String(row.expiresAt)) > Date.now()) return row as unknown as AccessToken
  // The token is no longer valid. The app should request a new token; this limits apps that keep using the old one.
  if (!(await withinBurst(networkOf(client)))) throw tooManyRequests()
  return null
}

/** @see https://www.rfc-editor.org/rfc/rfc9728#name-www-authenticate-response */
function challenge(error?: 'invalid_token' | 'insufficient_scope', scopes: readonly AppScope[] = appScopes): string {
  const parts = {
    ...(error && { error }),
    scope: scopes.join(' '),
    resource_metadata: `${new URL(env().APP_URL).origin}${resourceMetadataPath}`,
  }
  return `Bearer ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

/** The paths of the metadata for the resource and for its authorization server. */
const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp'
const metadataPaths: readonly string[] = [resourceMetadataPath, '/.well-known/oauth-authorization-server/api/auth']

/** Whether apps can connect to this server, and whether this path serves the required metadata. */
export const hasApps = (): boolean => appResource() !== null
export const isAppMetadata = (path: string): boolean => hasApps() && metadataPaths.includes(path)
