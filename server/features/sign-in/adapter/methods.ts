import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { runScript, script } from '@/server/platform/store/untyped'
import { accountAtStart, signInKeys } from './redis-keys'
import {
  type Condition,
  claim,
  equalTo,
  holderOf,
  type Row,
  release,
  replaceField,
  type Table,
  unsupported,
} from './table'
import { unconfirmedLasts, unreachableSeconds } from './users'
import { endLinks, forgetLinks, linksFromNextSecond } from './verifications'

/** The provider name for passwords. The provider account id is the user's own id, so no claim is needed. */
const credential = 'credential'

/**
 * Adds a sign-in method to an existing user. A confirmed method keeps the account from expiring. If the email must
 * still be confirmed, the account expires after the time allowed for confirmation.
 */
const add = script(`
local user, methods, profile = unpack(KEYS)
local field, row, confirmed, unconfirmedLasts = ARGV[1], ARGV[2], ARGV[3] == '1', ARGV[4]
if redis.call('EXISTS', user) == 0 then return 0 end
redis.call('HSET', methods, field, row)
local left = redis.call('TTL', user)
if left < 0 then return 1 end
if not confirmed then
  redis.call('EXPIRE', methods, math.max(1, left))
elseif unconfirmedLasts ~= '' and redis.call('HGET', user, 'emailVerified') ~= 'true' then
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, unconfirmedLasts) end
else
  for _, key in ipairs(KEYS) do redis.call('PERSIST', key) end
end
return 1
`)

/** Replaces an existing method with one that has a new password. Invalidates all links in earlier emails. */
const replacePassword = script(`
local user, methods, verifications = unpack(KEYS)
local field, row, linksFrom = unpack(ARGV)
if redis.call('EXISTS', user) == 0 or redis.call('HEXISTS', methods, field) == 0 then return false end
redis.call('HSET', methods, field, row)
${endLinks}
return ended
`)

const remove = script(`
local removed = redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('HLEN', KEYS[2]) == 0 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return removed
`)

/**
 * Sign-in methods (better-auth calls them "accounts"): a password, or a provider account that belongs to one user.
 * Methods are found by id, by user, and by provider account id. A method's id consists of the user's id, the provider,
 * and the provider account id.
 */
export const methods: Table = {
  async candidates(conditions) {
    const { redis } = await store()
    const userId = equalTo(conditions, 'userId')
    if (userId !== null)
      return Object.values((await redis.hgetall<Record<string, Row>>(signInKeys.methods(userId))) ?? {})
    const place = placeById(conditions) ?? (await placeByProvider(conditions))
    const row = place && (await redis.hget<Row>(signInKeys.methods(place.userId), place.field))
    return row ? [row] : []
  },

  async create(record) {
    const { redis } = await store()
    const { userId, providerId } = asMethod(record)
    const field = fieldOf(record)
    const row: Row = { ...record, id: `${userId}:${field}` }
    const put = (confirmed: boolean) =>
      runScript(add, keysOf(userId), [
        field,
        JSON.stringify(row),
        confirmed ? '1' : '0',
        unconfirmedLasts() ?? '',
      ]).then((added) => {
        if (added !== 1) throw new Error('the user to add a sign-in method to does not exist')
      })
    if (providerId !== credential) {
      await put(false)
      const isHeldBy = async (holder: string) => (await redis.hexists(signInKeys.methods(holder), field)) === 1
      if (!(await claim(signInKeys.provider(field), userId, isHeldBy))) {
        await redis.hdel(signInKeys.methods(userId), field)
        throw new Error('this provider account belongs to another user')
      }
    }
    await put(true)
    return row
  },

  async update(row, changes) {
    const changed = { ...row, ...changes }
    const { userId } = asMethod(row)
    if (asMethod(changed).userId !== userId || fieldOf(changed) !== fieldOf(row)) throw unsupported('account')
    const [field, stored] = [fieldOf(row), JSON.stringify(changed)]
    if (!('password' in changes)) {
      return (await runScript(replaceField, [signInKeys.methods(userId)], [field, stored])) === 1
    }
    const keys = [signInKeys.user(userId), signInKeys.methods(userId), signInKeys.verifications(userId)]
    const ended = (await runScript(replacePassword, keys, [field, stored, linksFromNextSecond()])) as string[] | null
    if (ended === null) return false
    await forgetLinks(ended)
    return true
  },

  async remove(row) {
    const { userId, providerId } = asMethod(row)
    const removed = await runScript(remove, keysOf(userId), [fieldOf(row), unreachableSeconds])
    if (providerId !== credential) await release(signInKeys.provider(fieldOf(row)), userId)
    return removed === 1
  },
}

interface Place {
  userId: string
  field: string
}

function placeById(conditions: Condition[]): Place | null {
  const id = equalTo(conditions, 'id')
  const userId = id === null ? null : accountAtStart(id)
  return id !== null && userId !== null ? { userId, field: id.slice(userId.length + 1) } : null
}

async function placeByProvider(conditions: Condition[]): Promise<Place | null> {
  const providerId = equalTo(conditions, 'providerId')
  const accountId = equalTo(conditions, 'accountId')
  if (providerId === null || accountId === null) throw unsupported('account', conditions)
  const field = fieldOf({ providerId, accountId })
  const userId = providerId === credential ? accountId : await holderOf(signInKeys.provider(field))
  return userId === null ? null : { userId, field }
}

const keysOf = (userId: string) => [signInKeys.user(userId), signInKeys.methods(userId), redisKeys(userId).profile]

function fieldOf(row: Row): string {
  const { providerId, accountId } = asMethod(row)
  return `${providerId}:${accountId}`
}

const asMethod = (row: Row) => row as { userId: string; providerId: string; accountId: string }
