import { createHash } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { randomBase62 } from '@/server/metering/access/api-key'
import { type Role, readAccess, readRole } from '@/server/metering/access/members'
import { defineScript } from '@/server/platform/store/script'
import { oneOf, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import connectLua from './connect-app.lua'
import { isId, personAtStart, signInKeys } from './redis-keys'
import { type Condition, equalTo, prolong, type Row, replaceField, type Table, unsupported } from './table'

/*
 * Apps that connect over OAuth, such as claude.ai. In better-auth, their records are clients, and the permissions that
 * people grant them are consents. A permission belongs to a person in one account, to which its `referenceId` refers.
 */

/** How long to store an app that has registered and that no one has connected, in seconds. Anyone may register. */
export const unusedSeconds = 86_400

/**
 * How long to store an app whose metadata was fetched, in seconds: longer than its user has to allow it. Its metadata
 * can be fetched again.
 */
const fetchedSeconds = 1_200

/** How long to store an app after it last got a token, in seconds: longer than its tokens are valid. */
const usedSeconds = 60 * 86_400

/** How many permissions a person may grant, in all accounts. They are read together. */
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
    const key = signInKeys.app(appKey(asGrant(row).clientId))
    const ex = row.clientDiscoveryId ? fetchedSeconds : unusedSeconds
    const isNew = await redis.set(key, JSON.stringify(row), { nx: true, ex })
    // better-auth recognizes a concurrent registration by this message, and uses its record.
    if (isNew === null) throw new Error('duplicate client id')
    return row
  },

  async update(row, changes) {
    const { redis } = await store()
    const key = signInKeys.app(appKey(asGrant(row).clientId))
    return (await redis.set(key, JSON.stringify({ ...row, ...changes }), { xx: true, keepTtl: true })) !== null
  },

  async remove(row) {
    const { redis } = await store()
    return (await redis.del(signInKeys.app(appKey(asGrant(row).clientId)))) === 1
  },
}

/** Reads an app by its client id; null if the app is unknown or has expired. */
export async function readApp(clientId: string): Promise<Row | null> {
  const { redis } = await store()
  return redis.get<Row>(signInKeys.app(appKey(clientId)))
}

/** Extends the lifetime of an app that someone has connected. */
export const extendApp = (clientId: string) =>
  prolong({ key: signInKeys.app(appKey(clientId)) }, { seconds: usedSeconds })

/** The permission that a person has given an app in an account. */
export interface Consent {
  id: string
  clientId: string
  userId: string
  /** The account's id. */
  referenceId: string
  scopes: string[]
  /** ISO 8601, UTC. */
  createdAt: string
  /** The app's name and URL when it was connected, as provided by the app. */
  name: string | null
  uri: string | null
  /** Tokens are valid only with the consent's current grant. */
  grant: string
}

/** Which permission is meant: a person's, in an account, for an app by its key. */
export interface GrantPlace {
  personId: string
  accountId: string
  app: string
}

/** A record that belongs to a permission. */
interface GrantRow {
  userId: string
  clientId: string
  referenceId?: string | null
}

/** Returns the permission that a record belongs to. Earlier builds stored no account: it has the person's id. */
export const placeOfRow = ({ userId, clientId, referenceId }: GrantRow): GrantPlace => ({
  personId: userId,
  accountId: referenceId ?? userId,
  app: appKey(clientId),
})

/** Returns the field of a permission in the person's hash. Earlier builds stored only the app; see `placeOfRow`. */
export const grantField = ({ personId, accountId, app }: GrantPlace): string =>
  accountId === personId ? app : `${accountId}:${app}`

/** Returns the permission that a field is for. */
export function placeOfField(personId: string, field: string): GrantPlace {
  const [app = '', accountId = personId] = field.split(':').reverse()
  return { personId, accountId, app }
}

/** Adds the permission of an existing person with room for it. */
const connect = defineScript({
  name: 'connect-app',
  keys: ['user', 'apps'],
  args: { field: text, row: text },
  constants: { maxApps },
  returns: oneOf('gone', 'full', 'connected'),
  lua: connectLua,
})

/**
 * App permissions, found by person, account, and app. The id consists of the person's id and the field. A permission is
 * valid only during the membership, and the app's tokens only with the permission.
 */
export const consents: Table = {
  async candidates(conditions) {
    const place = placeOf(conditions)
    const grant = place && (await readGrant(place))
    return grant ? [{ ...grant.consent }] : []
  },

  async create(record) {
    const { clientId, userId } = asGrant(record)
    const place = placeOfRow(asGrant(record))
    const registered = await readApp(clientId)
    if (!registered) throw new APIError('BAD_REQUEST', { code: 'UNKNOWN_APP', message: 'Unknown app' })
    const { name = null, uri = null } = registered as Partial<Consent>
    const field = grantField(place)
    const row: Row = { ...record, id: `${userId}:${field}`, name, uri, grant: randomBase62(16) }
    const keys = { user: signInKeys.user(userId), apps: signInKeys.apps(userId) }
    const outcome = await connect(keys, { field, row: JSON.stringify(row) })
    if (outcome === 'gone') throw new Error('the person who connects an app does not exist')
    if (outcome === 'full') throw new APIError('BAD_REQUEST', { code: 'TOO_MANY_APPS', message: 'Too many apps' })
    // A membership that ended before this has ended its permissions without this one.
    if ((await readRole(place.accountId, userId)) === null) {
      await disconnectApp(place)
      throw notMember()
    }
    // Another app's registration may just have replaced this app.
    const { redis } = await store()
    await redis.set(signInKeys.app(place.app), JSON.stringify(registered), { ex: usedSeconds })
    return row
  },

  /** An app keeps the scopes that it was allowed before, because its tokens with those scopes are still valid. */
  async update(row, changes) {
    const { userId } = asGrant(row)
    const scopes = [row, changes].flatMap((one) => (one.scopes ?? []) as string[])
    const changed = JSON.stringify({ ...row, ...changes, scopes: [...new Set(scopes)] })
    const field = grantField(placeOfRow(asGrant(row)))
    return replaceField({ hash: signInKeys.apps(userId) }, { field, value: changed })
  },

  remove: (row) => disconnectApp(placeOfRow(asGrant(row))),
}

/** The error for an account that the person who connects an app is not in. */
export const notMember = () =>
  new APIError('FORBIDDEN', { code: 'NOT_A_MEMBER', message: 'You are not a member of this account' })

/** Reads a permission; null if the app is not connected. */
export async function readConsent(place: GrantPlace): Promise<Consent | null> {
  const { redis } = await store()
  const row = await redis.hget<Consent & Row>(signInKeys.apps(place.personId), grantField(place))
  return row && { ...row, referenceId: place.accountId }
}

/** A permission, the person's role in its account, and whether that account requires a second factor. */
interface Grant {
  consent: Consent
  role: Role
  requiresSecondFactor: boolean
}

/**
 * Reads a permission and the person's role in its account, in one round trip; null without either, because a permission
 * is valid only during the membership.
 */
export async function readGrant(place: GrantPlace): Promise<Grant | null> {
  const [consent, { role, requiresSecondFactor }] = await Promise.all([
    readConsent(place),
    readAccess(place.accountId, place.personId),
  ])
  return consent && role && { consent, role, requiresSecondFactor }
}

/** Reads a person's permissions in all accounts. */
export async function readConsents(personId: string): Promise<Consent[]> {
  const { redis } = await store()
  const rows = (await redis.hgetall<Record<string, Consent>>(signInKeys.apps(personId))) ?? {}
  return Object.values(rows).map((row) => ({ ...row, referenceId: placeOfRow(row).accountId }))
}

/** Removes a permission, which revokes the app's tokens. Returns whether the app was connected. */
export async function disconnectApp(place: GrantPlace): Promise<boolean> {
  const { redis } = await store()
  const [removed] = await Promise.all([
    redis.hdel(signInKeys.apps(place.personId), grantField(place)),
    redis.hdel(signInKeys.seen(place.personId), seenField(place)),
  ])
  return removed === 1
}

/** Removes a person's permissions in an account, once their membership has ended. */
export async function endGrants(personId: string, accountId: string): Promise<void> {
  const places = (await readConsents(personId)).map(placeOfRow)
  await Promise.all(places.filter((place) => place.accountId === accountId).map(disconnectApp))
}

/** The field of `seen` that stores when an app last got a token. */
export const seenField = (place: GrantPlace): string => `app:${grantField(place)}`

function placeOf(conditions: Condition[]): GrantPlace | null {
  const id = equalTo(conditions, 'id')
  if (id !== null) {
    const personId = personAtStart(id)
    return personId === null ? null : placeOfField(personId, id.slice(personId.length + 1))
  }
  const [userId, clientId] = [equalTo(conditions, 'userId'), equalTo(conditions, 'clientId')]
  const referenceId = equalTo(conditions, 'referenceId')
  if (userId === null || clientId === null || referenceId === null) throw unsupported('oauthConsent', conditions)
  return isId(userId) && isId(referenceId) ? placeOfRow({ userId, clientId, referenceId }) : null
}

const asGrant = (row: Row) => row as unknown as GrantRow
