import { createHash } from 'node:crypto'
import { type AppAccess, type AppScope, appScopes, appScopesIn } from '@/server/metering/access/app-scopes'
import { type Client, networkOf } from '@/server/metering/access/client'
import { withinBurst } from '@/server/metering/access/limiter'
import { type Role, readRole } from '@/server/metering/access/members'
import { readProfile } from '@/server/metering/access/profile'
import { tooManyRequests } from '@/server/metering/access/refusals'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { throwStoreFailure } from '@/server/platform/store/store-failure'
import { isOwnAccessToken, readToken } from './adapter/app-tokens'
import {
  disconnectApp,
  grantField,
  placeOfField,
  placeOfRow,
  readApp,
  readConsent,
  readConsents,
  seenField,
} from './adapter/apps'
import { readMemberships } from './adapter/memberships'
import { signInKeys } from './adapter/redis-keys'
import { hasOwnSecondFactor } from './adapter/two-factors'
import { readUser } from './adapter/users'
import { appResource } from './sign-in-options'
import { tidyName } from './user-rules'

/** An account that an app can be connected to, or is. */
export interface AppAccount {
  id: string
  name: string
  /** The role of the person whose app it is. An app can do no more than that person. */
  role: Role
}

/** Returns the accounts that a person is in, the one joined first at the top. @throws PinrefError `store_unavailable`. */
export async function accountsForApps(personId: string): Promise<AppAccount[]> {
  return throwStoreFailure(async () => {
    const memberships = await readMemberships(personId)
    return readAccounts(
      personId,
      memberships.map(({ accountId }) => accountId),
    )
  })
}

/** Reads the accounts among these that the person is in, in one round trip. */
async function readAccounts(personId: string, ids: readonly string[]): Promise<AppAccount[]> {
  const read = async (id: string): Promise<AppAccount[]> => {
    const [role, { name }] = await Promise.all([readRole(id, personId), readProfile(id)])
    return role === null ? [] : [{ id, name: name || unnamed, role }]
  }
  return (await Promise.all(ids.map(read))).flat()
}

/** The name of an account from before accounts had names. */
const unnamed = 'Your account'

/** A person's connected app, with the details that help the person recognize it. */
export interface ConnectedApp {
  id: string
  name: string
  /** The host of the app's website, as provided by the app; null if the app provided none. */
  host: string | null
  account: AppAccount
  /** What the person has allowed. */
  scopes: AppScope[]
  /** ISO 8601, UTC. */
  connected: string
  /** When the app last got a token, which is valid for an hour: ISO 8601, UTC. */
  lastActive: string | null
}

/** Returns a person's connected apps in all accounts, newest first. @throws PinrefError `store_unavailable`. */
export async function connectedApps(personId: string): Promise<ConnectedApp[]> {
  return throwStoreFailure(async () => {
    const { redis } = await store()
    const [consents, seen] = await Promise.all([
      readConsents(personId),
      redis.hgetall<Record<string, number>>(signInKeys.seen(personId)),
    ])
    const accounts = await readAccounts(personId, [...new Set(consents.map(({ referenceId }) => referenceId))])
    return consents
      .flatMap((consent) => {
        const { clientId, name, uri, scopes, createdAt } = consent
        const place = placeOfRow(consent)
        const account = accounts.find(({ id }) => id === place.accountId)
        const last = Number(seen?.[seenField(place)] ?? 0)
        if (!account) return []
        return {
          id: grantField(place),
          name: nameOf(name, clientId),
          host: hostOf(uri),
          account,
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
 * @returns the app's name and its account; null if the app was not connected.
 * @throws PinrefError `store_unavailable`.
 */
export async function disconnect(personId: string, id: string): Promise<{ name: string; accountId: string } | null> {
  return throwStoreFailure(async () => {
    const place = placeOfField(personId, id)
    const consent = await readConsent(place)
    if (consent === null || !(await disconnectApp(place))) return null
    return { name: nameOf(consent.name, consent.clientId), accountId: place.accountId }
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

/** How an app can get access, for the `WWW-Authenticate` header. */
interface AppRefusal {
  status: 401 | 403
  challenge: string
}

/**
 * Returns the person for a call with an access token, and the token's account. Reads the store only for a token that
 * this server created. Nothing is cached, so disconnecting an app, changing a role, or removing a member takes effect on
 * the next call.
 * @throws PinrefError `too_many_requests`, `store_unavailable`.
 */
export async function appCaller(headers: Headers, client: Client): Promise<AppAccess | AppRefusal> {
  const [, token] = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (token === undefined) return { status: 401, challenge: challenge() }
  const access = isOwnAccessToken(token) ? await readAccess(token, client) : null
  if (!access) return { status: 401, challenge: challenge('invalid_token') }
  if (access.scopes.length === 0) return { status: 403, challenge: scopeChallenge(appScopes) }
  return access
}

/** Returns the `WWW-Authenticate` header for an app that needs these scopes. */
export const scopeChallenge = (scopes: readonly AppScope[]): string => challenge('insufficient_scope', scopes)

async function readAccess(token: string, client: Client): Promise<AppAccess | null> {
  const hash = createHash('sha256').update(token).digest('base64url')
  const found = await throwStoreFailure(() => readToken('access', hash))
  if (found && Date.parse(found.token.expiresAt) > Date.now()) {
    const { personId, accountId } = placeOfRow(found.token)
    const { role, requiresSecondFactor } = found
    const lacksSecondFactor = requiresSecondFactor && !(await hasOwnSecondFactor(personId, await readUser(personId)))
    return { personId, member: { accountId, role, lacksSecondFactor }, scopes: appScopesIn(found.token.scopes) }
  }
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
