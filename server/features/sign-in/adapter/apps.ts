import { createHash } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { randomBase62 } from '@/server/metering/access/api-key'
import { defineScript } from '@/server/platform/store/script'
import { oneOf, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import connectLua from './connect-app.lua'
import { isId, personAtStart, signInKeys } from './redis-keys'
import { type Condition, equalTo, prolong, type Row, replaceField, type Table, unsupported } from './table'

/*
 * Apps that connect to accounts over OAuth, such as claude.ai. In better-auth, their records are
 * clients, and the permissions that accounts grant them are consents.
 */

/** How long to store an app that has registered and that no account has connected, in seconds. Anyone may register. */
export const unusedSeconds = 86_400

/**
 * How long to store an app whose metadata was fetched, in seconds: longer than its user has to allow it. Its metadata
 * can be fetched again.
 */
const fetchedSeconds = 1_200

/** How long to store an app after it last got a token, in seconds: longer than its tokens are valid. */
const usedSeconds = 60 * 86_400

/** How many apps an account may connect. All of an account's apps are read together. */
export const maxApps = 50

/** An app's name in Redis keys, because its id may be a long URL. */
export const appKey = (clientId: string): string => createHash('sha256').update(clientId).digest('base64url')

/** Apps, found by their client id. */
export const clients: Table = {
  async candidates(conditions) {
    const clientId = equalTo(conditions, 'clientId')
    if (clientId === null) throw unsupported('oauthClient', conditions)
    const row = await readApp(clientId)
    if (row?.clientDiscoveryId) await prolong({ key: signInKeys.app(appKey(clientId)) }, { seconds: fetchedSeconds })
    return row ? [row] : []
  },

  async create(row) {
    const { redis } = await store()
    const key = signInKeys.app(appKey(asConsent(row).clientId))
    const ex = row.clientDiscoveryId ? fetchedSeconds : unusedSeconds
    const isNew = await redis.set(key, JSON.stringify(row), { nx: true, ex })
    // better-auth recognizes a concurrent registration by this message, and uses its record.
    if (isNew === null) throw new Error('duplicate client id')
    return row
  },

  async update(row, changes) {
    const { redis } = await store()
    const key = signInKeys.app(appKey(asConsent(row).clientId))
    return (await redis.set(key, JSON.stringify({ ...row, ...changes }), { xx: true, keepTtl: true })) !== null
  },

  async remove(row) {
    const { redis } = await store()
    return (await redis.del(signInKeys.app(appKey(asConsent(row).clientId)))) === 1
  },
}

/** Reads an app by its client id; null if the app is unknown or has expired. */
export async function readApp(clientId: string): Promise<Row | null> {
  const { redis } = await store()
  return redis.get<Row>(signInKeys.app(appKey(clientId)))
}

/** Extends the lifetime of an app that an account has connected. */
export const extendApp = (clientId: string) =>
  prolong({ key: signInKeys.app(appKey(clientId)) }, { seconds: usedSeconds })

/** The permission that an account has given an app. */
export interface Consent {
  id: string
  clientId: string
  userId: string
  scopes: string[]
  /** ISO 8601, UTC. */
  createdAt: string
  /** The app's name and URL when it was connected, as provided by the app. */
  name: string | null
  uri: string | null
  /** Tokens are valid only with the consent's current grant. */
  grant: string
}

/** Connects an app to an existing account with room for it. */
const connect = defineScript({
  name: 'connect-app',
  keys: ['user', 'apps'],
  args: { app: text, row: text },
  constants: { maxApps },
  returns: oneOf('gone', 'full', 'connected'),
  lua: connectLua,
})

/**
 * App permissions, found by account and app. The id consists of the account's id and the app's key. Without a
 * permission, the app's tokens are invalid.
 */
export const consents: Table = {
  async candidates(conditions) {
    const place = placeOf(conditions)
    const row = place && (await readConsent(place.userId, place.app))
    return row ? [{ ...row }] : []
  },

  async create(record) {
    const { clientId, userId } = asConsent(record)
    const app = appKey(clientId)
    const registered = await readApp(clientId)
    if (!registered) throw new APIError('BAD_REQUEST', { code: 'UNKNOWN_APP', message: 'Unknown app' })
    const { name = null, uri = null } = registered as Partial<Consent>
    const row: Row = { ...record, id: `${userId}:${app}`, name, uri, grant: randomBase62(16) }
    const keys = { user: signInKeys.user(userId), apps: signInKeys.apps(userId) }
    const outcome = await connect(keys, { app, row: JSON.stringify(row) })
    if (outcome === 'gone') throw new Error('the account to connect an app to does not exist')
    if (outcome === 'full') throw new APIError('BAD_REQUEST', { code: 'TOO_MANY_APPS', message: 'Too many apps' })
    // Another app's registration may just have replaced this app.
    const { redis } = await store()
    await redis.set(signInKeys.app(app), JSON.stringify(registered), { ex: usedSeconds })
    return row
  },

  /** An app keeps the scopes that it was allowed before, because its tokens with those scopes are still valid. */
  async update(row, changes) {
    const { userId, clientId } = asConsent(row)
    const scopes = [row, changes].flatMap((one) => (one.scopes ?? []) as string[])
    const changed = JSON.stringify({ ...row, ...changes, scopes: [...new Set(scopes)] })
    return replaceField({ hash: signInKeys.apps(userId) }, { field: appKey(clientId), value: changed })
  },

  async remove(row) {
    const { userId, clientId } = asConsent(row)
    return disconnectApp(userId, appKey(clientId))
  },
}

/** Reads an account's permission for an app; null if the app is not connected. */
export async function readConsent(accountId: string, app: string): Promise<Consent | null> {
  const { redis } = await store()
  return redis.hget<Consent & Row>(signInKeys.apps(accountId), app)
}

/** Reads an account's permissions for all of its apps. */
export async function readConsents(accountId: string): Promise<Consent[]> {
  const { redis } = await store()
  return Object.values((await redis.hgetall<Record<string, Consent>>(signInKeys.apps(accountId))) ?? {})
}

/**
 * Removes an account's permission for an app, which revokes the app's tokens. Returns whether the app was connected.
 */
export async function disconnectApp(accountId: string, app: string): Promise<boolean> {
  const { redis } = await store()
  const [removed] = await Promise.all([
    redis.hdel(signInKeys.apps(accountId), app),
    redis.hdel(signInKeys.seen(accountId), seenField(app)),
  ])
  return removed === 1
}

/** The field of `seen` that stores when an app last got a token. */
export const seenField = (app: string): string => `app:${app}`

function placeOf(conditions: Condition[]): { userId: string; app: string } | null {
  const id = equalTo(conditions, 'id')
  if (id !== null) {
    const userId = personAtStart(id)
    return userId === null ? null : { userId, app: id.slice(userId.length + 1) }
  }
  const [userId, clientId] = [equalTo(conditions, 'userId'), equalTo(conditions, 'clientId')]
  if (userId === null || clientId === null) throw unsupported('oauthConsent', conditions)
  return isId(userId) ? { userId, app: appKey(clientId) } : null
}

const asConsent = (row: Row) => row as { clientId: string; userId: string }
