import { createHash } from 'node:crypto'
import { type Client, networkOf } from '@/server/access/client'
import { withinBurst } from '@/server/access/limiter'
import { redisKeys } from '@/server/access/redis-keys'
import { tooManyRequests } from '@/server/access/refusals'
import { env } from '@/server/env'
import { store } from '@/server/store/store'
import { throwStoreFailure } from '@/server/store/store-failure'
import { accessTokens, isOwnAccessToken } from './adapter/app-tokens'
import { appKey, disconnectApp, readApp, readConsent, readConsents, seenField } from './adapter/apps'
import { appResource, appScope } from './sign-in-options'
import { tidyName } from './user-rules'

/** An app that an account has connected, with what its owner needs to recognize it. */
export interface ConnectedApp {
  id: string
  name: string
  /** The host of its web site, as the app gave it; null if it gave none. */
  host: string | null
  /** ISO 8601, UTC. */
  connected: string
  /** When it last got a token, which lasts an hour: ISO 8601, UTC. */
  lastActive: string | null
}

/** Returns the apps that an account has connected, newest first. @throws PinrefError `store_unavailable`. */
export async function connectedApps(accountId: string): Promise<ConnectedApp[]> {
  return throwStoreFailure(async () => {
    const { redis } = await store()
    const [consents, seen] = await Promise.all([
      readConsents(accountId),
      redis.hgetall<Record<string, number>>(redisKeys(accountId).seen),
    ])
    return consents
      .map(({ clientId, name, uri, createdAt }) => {
        const id = appKey(clientId)
        const last = Number(seen?.[seenField(id)] ?? 0)
        return {
          ...{ id, name: nameOf(name, clientId), host: hostOf(uri), connected: createdAt },
          lastActive: last === 0 ? null : new Date(last * 1000).toISOString(),
        }
      })
      .sort((a, b) => b.connected.localeCompare(a.connected))
  })
}

/**
 * Disconnects an app: its tokens end at once.
 * @param id of an app of this account; if there is none, it was disconnected already.
 * @returns its name; null if it was not connected.
 * @throws PinrefError `store_unavailable`.
 */
export async function disconnect(accountId: string, id: string): Promise<string | null> {
  return throwStoreFailure(async () => {
    const consent = await readConsent(accountId, id)
    return consent && (await disconnectApp(accountId, id)) ? nameOf(consent.name, consent.clientId) : null
  })
}

/** An app that asks to be connected. */
export interface AskingApp {
  /** What it calls itself. Anybody may use any name. */
  name: string
  /** The host that vouches for it, because its metadata is there; null for an app that has only registered. */
  metadataHost: string | null
  /** The host of its web site, as it says; null if it does not. */
  claimedHost: string | null
  /** The host that its users are sent back to; null for a program on the user's own computer. */
  returnHost: string | null
}

/**
 * Returns the app that asks to be connected; null if it is not known, or if the request has expired.
 * @param query of the page where its owner decides, as better-auth has signed it; better-auth checks that afterwards.
 * @throws PinrefError `store_unavailable`.
 */
export async function askingApp(query: URLSearchParams): Promise<AskingApp | null> {
  const clientId = query.get('client_id') ?? ''
  const redirect = query.get('redirect_uri') ?? ''
  if (!(Number(query.get('exp')) * 1000 > Date.now()) || !URL.canParse(redirect)) return null
  const app = await throwStoreFailure(() => readApp(clientId))
  if (!app || !/^https?:/i.test(redirect)) return null
  const { protocol, host } = new URL(redirect)
  return {
    name: nameOf(app.name, clientId),
    metadataHost: app.clientDiscoveryId ? hostOf(clientId) : null,
    claimedHost: hostOf(app.uri as string | null),
    returnHost: protocol === 'https:' ? host : null,
  }
}

const nameOf = (name: unknown, clientId: string): string =>
  (typeof name === 'string' && tidyName(name)) || (hostOf(clientId) ?? 'An app without a name')

const hostOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address) ? new URL(address).host : null

/** The account that an app calls for; or how the app can get there, for the header `WWW-Authenticate`. */
export type AppCaller = { accountId: string } | { status: 401 | 403; challenge: string }

/**
 * Finds the account that a call with an access token is for. Asks the store only for a token that this server made.
 * @throws PinrefError `too_many_requests`, `store_unavailable`.
 */
export async function appCaller(headers: Headers, client: Client): Promise<AppCaller> {
  const [, token] = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (token === undefined) return { status: 401, challenge: challenge() }
  const row = isOwnAccessToken(token) ? await readAccessToken(token, client) : null
  if (!row) return { status: 401, challenge: challenge('invalid_token') }
  if (!row.scopes.includes(appScope)) return { status: 403, challenge: challenge('insufficient_scope') }
  return { accountId: row.userId }
}

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
  // It has ended. Its app asks for a new one, unless it goes on trying.
  if (!(await withinBurst(networkOf(client)))) throw tooManyRequests()
  return null
}

/** @see https://www.rfc-editor.org/rfc/rfc9728#name-www-authenticate-response */
function challenge(error?: 'invalid_token' | 'insufficient_scope'): string {
  const parts = {
    ...(error && { error }),
    scope: appScope,
    resource_metadata: `${new URL(env().APP_URL).origin}${resourceMetadataPath}`,
  }
  return `Bearer ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

/** Where the metadata of the resource and of its authorization server are. */
const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp'
const metadataPaths: readonly string[] = [resourceMetadataPath, '/.well-known/oauth-authorization-server/api/auth']

/** Whether apps can connect here, and whether this path has the metadata that leads them there. */
export const hasApps = (): boolean => appResource() !== null
export const isAppMetadata = (path: string): boolean => hasApps() && metadataPaths.includes(path)
