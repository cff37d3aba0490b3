import { defineScript } from '@/server/platform/store/script'
import { flag, integer, list, optional, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import addLua from './add-method.lua'
import endLinks from './end-links.lua'
import { personAtStart, signInKeys } from './redis-keys'
import removeLua from './remove-method.lua'
import replacePasswordLua from './replace-password.lua'
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
import { forgetLinks, linksFromNextSecond } from './verifications'

/** The provider name for passwords. The provider account id is the user's own id, so no claim is needed. */
const credential = 'credential'

/**
 * Adds a sign-in method to an existing user. A confirmed method keeps the user from expiring. If the email must
 * still be confirmed, the user expires after the time allowed for confirmation.
 */
const add = defineScript({
  name: 'add-method',
  keys: ['user', 'methods'],
  args: { field: text, row: text, isConfirmed: flag, unconfirmedLasts: optional(integer) },
  returns: flag,
  lua: addLua,
})

/** Replaces an existing method with one that has a new password. Invalidates all links in earlier emails. */
const replacePassword = defineScript({
  name: 'replace-password',
  keys: ['user', 'methods', 'verifications'],
  args: { field: text, row: text, linksFrom: integer },
  includes: [endLinks],
  returns: optional(list(text)),
  lua: replacePasswordLua,
})

const remove = defineScript({
  name: 'remove-method',
  keys: ['user', 'methods'],
  args: { field: text },
  constants: { unreachableSeconds },
  returns: flag,
  lua: removeLua,
})

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
    const put = async (isConfirmed: boolean) => {
      const args = { field, row: JSON.stringify(row), isConfirmed, unconfirmedLasts: unconfirmedLasts() }
      if (!(await add(keysOf(userId), args))) throw new Error('the user to add a sign-in method to does not exist')
    }
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
      return replaceField({ hash: signInKeys.methods(userId) }, { field, value: stored })
    }
    const keys = { ...keysOf(userId), verifications: signInKeys.verifications(userId) }
    const ended = await replacePassword(keys, { field, row: stored, linksFrom: linksFromNextSecond() })
    if (ended === null) return false
    await forgetLinks(ended)
    return true
  },

  async remove(row) {
    const { userId, providerId } = asMethod(row)
    const removed = await remove(keysOf(userId), { field: fieldOf(row) })
    if (providerId !== credential) await release(signInKeys.provider(fieldOf(row)), userId)
    return removed
  },
}

interface Place {
  userId: string
  field: string
}

function placeById(conditions: Condition[]): Place | null {
  const id = equalTo(conditions, 'id')
  const userId = id === null ? null : personAtStart(id)
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

const keysOf = (userId: string) => ({
  user: signInKeys.user(userId),
  methods: signInKeys.methods(userId),
})

function fieldOf(row: Row): string {
  const { providerId, accountId } = asMethod(row)
  return `${providerId}:${accountId}`
}

/** Returns the field of a person's password among the sign-in methods. */
export const passwordField = (personId: string): string => fieldOf({ providerId: credential, accountId: personId })

const asMethod = (row: Row) => row as { userId: string; providerId: string; accountId: string }
