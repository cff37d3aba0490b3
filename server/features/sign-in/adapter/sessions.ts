import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { runScript, script } from '@/server/platform/store/untyped'
import { indexAccount } from './account-index'
import { accountAtStart, signInKeys } from './redis-keys'
import { equalTo, oneOf, prolong, type Row, replaceField, secondsUntil, type Table, unsupported } from './table'

/**
 * Adds a session to an existing account, records the time, and removes expired sessions. All sessions share one key, which
 * expires with the last session. Returns the account's email as JSON.
 */
const add = script(`
local user, sessions, seen = unpack(KEYS)
local token, row, now, lasts = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local email = redis.call('HGET', user, 'email')
if not email then return false end
local held = redis.call('HGETALL', sessions)
for at = 1, #held, 2 do
  if cjson.decode(held[at + 1]).expiresAt <= now then redis.call('HDEL', sessions, held[at]) end
end
redis.call('HSET', sessions, token, row)
if redis.call('TTL', sessions) < lasts then redis.call('EXPIRE', sessions, lasts) end
redis.call('HSET', seen, 'sign-in', ARGV[5])
return email
`)

/**
 * Sessions, found by token, by id, and by account. Tokens and ids begin with the account's id, which determines the
 * hash slot. An expired session may still be found while another one is valid; better-auth checks the expiry itself.
 */
export const sessions: Table = {
  async candidates(conditions) {
    const { redis } = await store()
    const tokens = oneOf(conditions, 'token')
    if (tokens) return (await Promise.all(tokens.map(readSession))).filter((row) => row !== null)
    const id = equalTo(conditions, 'id')
    const userId = id === null ? equalTo(conditions, 'userId') : accountAtStart(id)
    if (userId === null) throw unsupported('session', conditions)
    return Object.values((await redis.hgetall<Record<string, Row>>(signInKeys.sessions(userId))) ?? {})
  },

  async create(record) {
    const { token, userId, expiresAt } = asSession(record)
    // better-auth looks up a session by its id when an app gets a token.
    const row: Row = { ...record, id: `${userId}${record.id}` }
    if (!token.startsWith(userId)) throw new Error('a session token must begin with the id of its account')
    const keys = [signInKeys.user(userId), signInKeys.sessions(userId), redisKeys(userId).seen]
    const now = new Date()
    const nowSeconds = Math.floor(now.getTime() / 1000)
    const args = [token, JSON.stringify(row), now.toISOString(), secondsUntil(expiresAt), nowSeconds]
    const email = await runScript(add, keys, args)
    if (email === null) throw new Error('the account to sign in to does not exist')
    indexAccount(userId, JSON.parse(String(email)))
    return row
  },

  async update(row, changes) {
    const { token, userId, expiresAt } = asSession({ ...row, ...changes })
    const key = signInKeys.sessions(userId)
    const [replaced] = await Promise.all([
      runScript(replaceField, [key], [token, JSON.stringify({ ...row, ...changes })]),
      runScript(prolong, [key], [secondsUntil(expiresAt)]),
    ])
    return replaced === 1
  },

  async remove(row) {
    const { redis } = await store()
    const { token, userId } = asSession(row)
    return (await redis.hdel(signInKeys.sessions(userId), token)) === 1
  },
}

async function readSession(token: string): Promise<Row | null> {
  const accountId = accountAtStart(token)
  if (accountId === null) return null
  const { redis } = await store()
  return redis.hget<Row>(signInKeys.sessions(accountId), token)
}

const asSession = (row: Row) => row as { token: string; userId: string; expiresAt: string }
