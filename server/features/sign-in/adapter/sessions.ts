import { defineScript } from '@/server/platform/store/script'
import { integer, optional, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import addSessionLua from './add-session.lua'
import { recordSignIn } from './memberships'
import { accountOfToken, personAtStart, signInKeys } from './redis-keys'
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

async function readSession(token: string): Promise<Row | null> {
  const personId = personAtStart(token)
  if (personId === null) return null
  const { redis } = await store()
  return redis.hget<Row>(signInKeys.sessions(personId), token)
}

const asSession = (row: Row) => row as { token: string; userId: string; expiresAt: string }
