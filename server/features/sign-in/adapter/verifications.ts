import { defineScript } from '@/server/platform/store/script'
import { flag, integer, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import listLua from './list-verification.lua'
import { isId, signInKeys } from './redis-keys'
import { equalTo, type Row, secondsUntil, type Table, unsupported } from './table'

/** Adds a verification to an existing account's list. The list expires with its last verification. */
const list = defineScript({
  name: 'list-verification',
  keys: ['user', 'verifications'],
  args: { id: text, lasts: integer },
  returns: flag,
  lua: listLua,
})

/**
 * One-time proofs that expire, such as a password reset or a return from a provider. Each verification is found by its
 * identifier, which is also its id. A new verification replaces an old one with the same identifier.
 */
export const verifications: Table = {
  async candidates(conditions) {
    const id = equalTo(conditions, 'identifier') ?? equalTo(conditions, 'id')
    if (id === null) throw unsupported('verification', conditions)
    const { redis } = await store()
    const row = await redis.get<Row>(signInKeys.verification(id))
    return row && (await isAccepted(row)) ? [row] : []
  },

  async create(record) {
    const { identifier, value, expiresAt, id } = asVerification(record)
    if (id) throw unsupported('verification')
    const { redis } = await store()
    const row: Row = { ...record, id: identifier }
    const ex = secondsUntil(expiresAt)
    // The verification is listed first, so it is deleted with its account.
    if (isId(value) && !(await addToList(value, identifier, ex)))
      throw new Error('the account to verify does not exist')
    await redis.set(signInKeys.verification(identifier), JSON.stringify(row), { ex })
    return row
  },

  async update(row, changes) {
    const { redis } = await store()
    const changed = { ...row, ...changes }
    const { id, expiresAt } = asVerification(changed)
    const ex = secondsUntil(expiresAt)
    return (await redis.set(signInKeys.verification(id), JSON.stringify(changed), { xx: true, ex })) !== null
  },

  async remove(row) {
    const { redis } = await store()
    const { id, value } = asVerification(row)
    const [removed] = await Promise.all([
      redis.del(signInKeys.verification(id)),
      ...(isId(value) ? [redis.srem(signInKeys.verifications(value), id)] : []),
    ])
    return removed === 1
  },
}

/**
 * Whether a verification is still valid. An account's verifications become invalid when its password or email changes,
 * which removes them from the account's list.
 */
async function isAccepted(row: Row): Promise<boolean> {
  const { id, value } = asVerification(row)
  if (!isId(value)) return true
  const { redis } = await store()
  return (await redis.sismember(signInKeys.verifications(value), id)) === 1
}

const addToList = (accountId: string, id: string, lasts: number): Promise<boolean> =>
  list({ user: signInKeys.user(accountId), verifications: signInKeys.verifications(accountId) }, { id, lasts })

const asVerification = (row: Row) => row as { id: string; identifier: string; value: string; expiresAt: string }

const secondNow = () => Math.floor(Date.now() / 1000)

/**
 * A signed link stores its creation time in whole seconds, so a link from this second may be older than the new
 * password.
 */
export const linksFromNextSecond = () => secondNow() + 1

/**
 * A link to the new email is created in this same second and must be valid. Links to the old email no longer find an
 * account.
 */
export const linksFromThisSecond = secondNow

/** Removes the links that a script with `end-links.lua` invalidated. */
export async function forgetLinks(ended: readonly string[]): Promise<void> {
  if (ended.length === 0) return
  const { redis } = await store()
  await Promise.all(ended.map((id) => redis.del(signInKeys.verification(id))))
}
