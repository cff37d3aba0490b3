import { createHmac } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { randomBase62 } from '@/server/metering/access/api-key'
import { authSecret, isSameSecret, otherAuthSecrets } from '@/server/platform/runtime/local-secret'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, list, optional, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { appKey, consents, extendApp, readConsent, seenField } from './apps'
import listTokenLua from './list-token.lua'
import { signInKeys } from './redis-keys'
import replaceTokenLua from './replace-token.lua'
import { type Condition, equalTo, type Row, secondsUntil, type Table, unsupported } from './table'

/** How many tokens an account's apps may have in total. New tokens replace the ones that expire first. */
export const maxTokens = 2_000

/** How long a used refresh token is remembered, in seconds. If the token is used again, it was stolen. */
const usedSeconds = 86_400

/** How long the tokens issued for a code are remembered, in seconds: as long as the code is valid. */
const codeSeconds = 600

/**
 * Adds a token to an existing account's list and records when its app got it. Returns the keys of the tokens that the
 * new one replaces, or nothing if the account does not exist.
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
 * App tokens, found by their hash, which is also their id. A token is valid only while its account allows its app. All
 * of an app's tokens for an account are revoked together if a refresh token or a code is used twice, or if the app
 * revokes a token.
 */
const tokenTable = (kind: 'access' | 'refresh'): Table => ({
  async candidates(conditions) {
    const hash = equalTo(conditions, 'token') ?? equalTo(conditions, 'id')
    if (hash === null) return familyOf(conditions)
    const row = await readToken(kind, hash)
    return row ? [row] : []
  },

  async create(record) {
    const { redis } = await store()
    const { token, clientId, userId, expiresAt, authorizationCodeId } = asToken(record)
    const consent = await readConsent(userId, appKey(clientId))
    if (!consent) throw new APIError('BAD_REQUEST', { error: 'invalid_grant', error_description: 'disconnected' })
    const row: Row = { ...record, id: token, grant: consent.grant }
    const key = signInKeys.appToken(kind, token)
    const dropped = await listToken(
      { user: signInKeys.user(userId), tokens: signInKeys.appTokens(userId), seen: signInKeys.seen(userId) },
      {
        token: key,
        expires: seconds(expiresAt),
        now: seconds(new Date().toISOString()),
        seenField: seenField(appKey(clientId)),
      },
    )
    if (dropped === null) throw new Error('the account to issue a token for does not exist')
    await redis.set(key, JSON.stringify(row), { ex: secondsUntil(expiresAt) })
    const code = authorizationCodeId && signInKeys.appCode(authorizationCodeId)
    await Promise.all([
      ...dropped.map((old) => redis.del(old)),
      ...(code ? [redis.set(code, JSON.stringify({ userId, clientId }), { ex: codeSeconds })] : []),
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
    const { token, userId, clientId } = asToken(row)
    if (token) {
      const { redis } = await store()
      return (await redis.del(signInKeys.appToken(kind, token))) === 1
    }
    const consent = await readConsent(userId, appKey(clientId))
    return consent !== null && (await consents.update({ ...consent }, { grant: randomBase62(16) }))
  },
})

export const accessTokens = tokenTable('access')
export const refreshTokens = tokenTable('refresh')

/** Reads a token by its hash; null if the token is no longer valid. */
async function readToken(kind: 'access' | 'refresh', hash: string): Promise<Row | null> {
  const { redis } = await store()
  const row = await redis.get<Row>(signInKeys.appToken(kind, hash))
  if (!row) return null
  const { userId, clientId } = asToken(row)
  const consent = await readConsent(userId, appKey(clientId))
  return consent?.grant === row.grant ? row : null
}

/**
 * Returns one row that represents all of an app's tokens for an account; removing the row revokes the tokens.
 * better-auth looks up the tokens by account and app, by a refresh token, or by the code that they were issued for. A
 * session has no app tokens, so signing out of a browser doesn't disconnect any app.
 */
async function familyOf(conditions: Condition[]): Promise<Row[]> {
  const fields = conditions.map(({ field }) => field)
  const standIn = Object.fromEntries(conditions.map(({ field, value }) => [field, value]))
  if (fields.includes('sessionId')) return []
  if (fields.includes('refreshId')) {
    const refreshId = equalTo(conditions, 'refreshId')
    const row = refreshId === null ? null : await readToken('refresh', refreshId)
    return row ? [{ ...standIn, userId: row.userId, clientId: row.clientId }] : []
  }
  const code = equalTo(conditions, 'authorizationCodeId')
  if (code !== null) {
    const { redis } = await store()
    const owner = await redis.get<Row>(signInKeys.appCode(code))
    return owner ? [{ ...standIn, ...owner }] : []
  }
  if (equalTo(conditions, 'userId') === null || equalTo(conditions, 'clientId') === null) {
    throw unsupported('an app token', conditions)
  }
  return [standIn]
}

/** Removes the records of an account's tokens. */
export async function forgetTokens(keys: readonly string[]): Promise<void> {
  const { redis } = await store()
  await Promise.all(keys.map((key) => redis.del(key)))
}

const lasts = (expiresAt: string, rotatedAt: string | null): number =>
  rotatedAt === null ? secondsUntil(expiresAt) : Math.min(usedSeconds, secondsUntil(expiresAt))

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000)

interface Token {
  token: string
  clientId: string
  userId: string
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
