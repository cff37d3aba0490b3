import { store } from '@/server/store/store'
import { signInKeys } from './redis-keys'

/**
 * Ends all links mailed to an account; part of the scripts that change its password or email. Stored links (verifications) are
 * taken off the account's list; signed links are valid only from `linksFrom` on. The script defines `user`, `verifications` and
 * `linksFrom`, and returns `ended`, which `forgetLinks` then removes.
 */
export const endLinks = `
local ended = redis.call('SMEMBERS', verifications)
redis.call('DEL', verifications)
redis.call('HSET', user, 'linksFrom', linksFrom)
`

const secondNow = () => Math.floor(Date.now() / 1000)

/** A signed link says in whole seconds when it was made, so one made in this second may be older than the new password. */
export const linksFromNextSecond = () => secondNow() + 1

/** A link to the new email is made in this same second and must work. Links to the old email no longer find an account. */
export const linksFromThisSecond = secondNow

/** Removes the links that `endLinks` has ended. */
export async function forgetLinks(ended: readonly string[]): Promise<void> {
  if (ended.length === 0) return
  const { redis } = await store()
  await Promise.all(ended.map((id) => redis.del(signInKeys.verification(id))))
}
