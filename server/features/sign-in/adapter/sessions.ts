import { randomBase62 } from '@/server/metering/access/api-key'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, optional, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import addSessionLua from './add-session.lua'
import { recordSignIn } from './memberships'
import moveLua from './move-session.lua'
import { accountOfToken, personAtStart, randomLength, signInKeys } from './redis-keys'
import { equalTo, oneOf, prolong, type Row, replaceField, secondsUntil, type Table, unsupported } from './table'

/**
 * Adds a session of an existing person, records the time, and removes expired sessions. All sessions share one key, which
 * expires with the last session. Returns the person's email as JSON.
 */
const add = defineScript({
  name: 'add-session',
  keys: ['user', 'sessions', 'seen'],
  args: {
    token: text,
    row: text,
    /** Epoch seconds, and ISO 8601. */
    now: integer,
    nowTime: text,
    lasts: integer,
  },
  returns: optional(text),
  lua: addSessionLua,
})

/**
 * Sessions, found by token, by id, and by person. Tokens and ids begin with the person's id, which determines the
 * hash slot. An expired session may still be found while another one is valid; better-auth checks the expiry itself.
 */
export const sessions: Table = {
  async candidates(conditions) {
    const { redis } = await store()
    const tokens = oneOf(conditions, 'token')
    if (tokens) return (await Promise.all(tokens.map(readSession))).filter((row) => row !== null)
    const id = equalTo(conditions, 'id')
    const userId = id === null ? equalTo(conditions, 'userId') : personAtStart(id)
    if (userId === null) throw unsupported('session', conditions)
    return Object.values((await redis.hgetall<Record<string, Row>>(signInKeys.sessions(userId))) ?? {})
  },

  async create(record) {
    const { token, userId, expiresAt } = asSession(record)
    // better-auth looks up a session by its id when an app gets a token.
    const row: Row = { ...record, id: `${userId}${record.id}` }
    if (!token.startsWith(userId)) throw new Error('a session token must begin with the id of its person')
    const now = new Date()
    const email = await add(
      { user: signInKeys.user(userId), sessions: signInKeys.sessions(userId), seen: signInKeys.seen(userId) },
      {
        token,
        row: JSON.stringify(row),
        now: Math.floor(now.getTime() / 1000),
        nowTime: now.toISOString(),
        lasts: secondsUntil(expiresAt),
      },
    )
    if (email === null) throw new Error('the person who signs in does not exist')
    recordSignIn({ accountId: accountOfToken(token), personId: userId }, JSON.parse(email), now)
    return row
  },

  async update(row, changes) {
    const { token, userId, expiresAt } = asSession({ ...row, ...changes })
    const key = signInKeys.sessions(userId)
    const [replaced] = await Promise.all([
      replaceField({ hash: key }, { field: token, value: JSON.stringify({ ...row, ...changes }) }),
      prolong({ key }, { seconds: secondsUntil(expiresAt) }),
    ])
    return replaced
  },

  async remove(row) {
    const { redis } = await store()
    const { token, userId } = asSession(row)
    return (await redis.hdel(signInKeys.sessions(userId), token)) === 1
  },
}

/** Replaces the token of a session that has not ended, in one step, so exactly one of both tokens works at any time. */
const move = defineScript({
  name: 'move-session',
  keys: ['sessions'],
  args: { token: text, newToken: text, row: text },
  returns: flag,
  lua: moveLua,
})

/**
 * Moves a session to another account of its person. It gets a new token, and keeps its id, its start, and its end.
 * @returns the new token; null if the session has ended.
 */
export async function moveSession(token: string, accountId: string): Promise<string | null> {
  const session = await readSession(token)
  if (session === null) return null
  const { userId } = asSession(session)
  const newToken = userId + accountId + randomBase62(randomLength)
  const row = JSON.stringify({ ...session, token: newToken })
  return (await move({ sessions: signInKeys.sessions(userId) }, { token, newToken, row })) ? newToken : null
}

async function readSession(token: string): Promise<Row | null> {
  const personId = personAtStart(token)
  if (personId === null) return null
  const { redis } = await store()
  return redis.hget<Row>(signInKeys.sessions(personId), token)
}

const asSession = (row: Row) => row as { token: string; userId: string; expiresAt: string }
