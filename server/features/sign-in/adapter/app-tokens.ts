import { createHmac } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { randomBase62 } from '@/server/metering/access/api-key'
import type { Role } from '@/server/metering/access/members'
import { authSecret, isSameSecret, otherAuthSecrets } from '@/server/platform/runtime/local-secret'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, list, optional, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { grantAccount, setGrantAccount } from '../grant-account'
import { consents, extendApp, placeOfRow, readConsent, readGrant, seenField } from './apps'
import listTokenLua from './list-token.lua'
import { signInKeys } from './redis-keys'
import replaceTokenLua from './replace-token.lua'
import { type Condition, equalTo, type Row, secondsUntil, type Table, unsupported } from './table'

/** How many tokens a person's apps may have in total. New tokens replace the ones that expire first. */
export const maxTokens = 2_000

/** How long a used refresh token is remembered, in seconds. If the token is used again, it was stolen. */
const usedSeconds = 86_400

/** How long the tokens issued for a code are remembered, in seconds: as long as the code is valid. */
const codeSeconds = 600

/**
 * Adds a token to an existing person's list and records when its app got it. Returns the keys of the tokens that the
 * new one replaces, or nothing if the person does not exist.
 */
const listToken = defineScript({
  name: 'list-token',
  keys: ['user', 'tokens', 'seen'],
  args: {
    token: text,
    /** Epoch seconds. */
    expires: integer,
    now: integer,
    seenField: text,
  },
  constants: { maxTokens },
  returns: optional(list(text)),
  lua: listTokenLua,
})

/** Replaces a token's record unless it has changed in the meantime. */
const replace = defineScript({
  name: 'replace-token',
  keys: ['token'],
  args: { before: text, after: text, lasts: integer },
  returns: flag,
  lua: replaceTokenLua,
})

/**
 * App tokens, found by their hash, which is also their id. A token is valid only while its person allows its app in its
 * account, and is a member there. All of an app's tokens for that account are revoked together if a refresh token or a
 * code is used twice, or if the app revokes a token.
 */
const tokenTable = (kind: 'access' | 'refresh'): Table => ({
  async candidates(conditions) {
    const hash = equalTo(conditions, 'token') ?? equalTo(conditions, 'id')
    if (hash === null) return familyOf(conditions)
    const found = await readToken(kind, hash)
    if (found === null) return []
    if (kind === 'refresh') setGrantAccount(placeOfRow(found.token).accountId)
    return [{ ...found.token }]
  },

  async create(record) {
    const { redis } = await store()
    const { token, clientId, userId, referenceId, expiresAt, authorizationCodeId } = asToken(record)
    const place = placeOfRow(asToken(record))
    const consent = (await readGrant(place))?.consent
    if (!consent) throw new APIError('BAD_REQUEST', { error: 'invalid_grant', error_description: 'disconnected' })
    const row: Row = { ...record, id: token, grant: consent.grant }
    const key = signInKeys.appToken(kind, token)
    const dropped = await listToken(
      { user: signInKeys.user(userId), tokens: signInKeys.appTokens(userId), seen: signInKeys.seen(userId) },
      {
        token: key,
        expires: seconds(expiresAt),
        now: seconds(new Date().toISOString()),
        seenField: seenField(place),
      },
    )
    if (dropped === null) throw new Error('the person to issue a token for does not exist')
    await redis.set(key, JSON.stringify(row), { ex: secondsUntil(expiresAt) })
    const code = authorizationCodeId && signInKeys.appCode(authorizationCodeId)
    await Promise.all([
      ...dropped.map((old) => redis.del(old)),
      ...(code ? [redis.set(code, JSON.stringify({ userId, clientId, referenceId }), { ex: codeSeconds })] : []),
      extendApp(clientId),
    ])
    return row
  },

  async update(row, changes) {
    const { redis } = await store()
    const { token, expiresAt, rotatedAt } = asToken(row)
    const ex = lasts(expiresAt, rotatedAt)
    const changed = JSON.stringify({ ...row, ...changes })
    return (await redis.set(signInKeys.appToken(kind, token), changed, { xx: true, ex })) !== null
  },

  async updateIf(row, changes) {
    const { token, expiresAt } = asToken(row)
    const { rotatedAt } = asToken({ ...row, ...changes })
    const after = JSON.stringify({ ...row, ...changes })
    const args = { before: JSON.stringify(row), after, lasts: lasts(expiresAt, rotatedAt) }
    return replace({ token: signInKeys.appToken(kind, token) }, args)
  },

  async remove(row) {
    const { token } = asToken(row)
    if (token) {
      const { redis } = await store()
      return (await redis.del(signInKeys.appToken(kind, token))) === 1
    }
    const consent = await readConsent(placeOfRow(asToken(row)))
    return consent !== null && (await consents.update({ ...consent }, { grant: randomBase62(16) }))
  },
})

export const accessTokens = tokenTable('access')
export const refreshTokens = tokenTable('refresh')

/**
 * Reads a token by its hash, and the role of its person in its account, in two round trips; null if the token is no
 * longer valid.
 */
export async function readToken(
  kind: 'access' | 'refresh',
  hash: string,
): Promise<{ token: Token; role: Role; requiresSecondFactor: boolean } | null> {
  const { redis } = await store()
  const token = await redis.get<Token & Row>(signInKeys.appToken(kind, hash))
  const grant = token && (await readGrant(placeOfRow(token)))
  if (!grant || grant.consent.grant !== token.grant) return null
  const { role, requiresSecondFactor } = grant
  return { token, role, requiresSecondFactor }
}

/**
 * Returns one row that represents all of an app's tokens for an account; removing the row revokes the tokens.
 * better-auth looks up the tokens by a refresh token, by the code that they were issued for, or, after it has read a
 * refresh token, by person and app; the account is then that token's. A session has no app tokens, so signing out of a
 * browser doesn't disconnect any app.
 */
async function familyOf(conditions: Condition[]): Promise<Row[]> {
  const fields = conditions.map(({ field }) => field)
  const standIn = Object.fromEntries(conditions.map(({ field, value }) => [field, value]))
  if (fields.includes('sessionId')) return []
  if (fields.includes('refreshId')) {
    const refreshId = equalTo(conditions, 'refreshId')
    const found = refreshId === null ? null : await readToken('refresh', refreshId)
    if (found === null) return []
    const { userId, clientId, referenceId } = found.token
    return [{ ...standIn, userId, clientId, referenceId }]
  }
  const code = equalTo(conditions, 'authorizationCodeId')
  if (code !== null) {
    const { redis } = await store()
    const owner = await redis.get<Row>(signInKeys.appCode(code))
    return owner ? [{ ...standIn, ...owner }] : []
  }
  const referenceId = grantAccount()
  if (equalTo(conditions, 'userId') === null || equalTo(conditions, 'clientId') === null || referenceId === null) {
    throw unsupported('an app token', conditions)
  }
  return [{ ...standIn, referenceId }]
}

/** Removes the records of a person's tokens. */
export async function forgetTokens(keys: readonly string[]): Promise<void> {
  const { redis } = await store()
  await Promise.all(keys.map((key) => redis.del(key)))
}

const lasts = (expiresAt: string, rotatedAt: string | null): number =>
  rotatedAt === null ? secondsUntil(expiresAt) : Math.min(usedSeconds, secondsUntil(expiresAt))

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000)

/** A token as stored. */
interface Token {
  token: string
  clientId: string
  userId: string
  /** The account's id; null in tokens of earlier builds. */
  referenceId: string | null
  scopes: string[]
  grant: string
  /** ISO 8601, UTC. */
  expiresAt: string
  rotatedAt: string | null
  authorizationCodeId: string | null
}

const asToken = (row: Row) => row as unknown as Token

const randomLength = 43
const tagLength = 22

/**
 * Returns a new access token: random text and a tag that only this server can create, so forged tokens never reach the
 * store.
 */
export function newAccessToken(): string {
  const random = randomBase62(randomLength)
  return random + tagOf(random, authSecret())
}

/** Whether this server created an access token. Only the store knows whether the token is still valid. */
export const isOwnAccessToken = (token: string): boolean =>
  token.length === randomLength + tagLength &&
  [authSecret(), ...otherAuthSecrets()].some((secret) =>
    isSameSecret(token.slice(randomLength), tagOf(token.slice(0, randomLength), secret)),
  )

const tagOf = (random: string, secret: string): string =>
  createHmac('sha256', secret).update(`access token ${random}`).digest('base64url').slice(0, tagLength)
