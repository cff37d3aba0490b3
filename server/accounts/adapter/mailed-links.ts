import { store } from '@/server/store/store'
import { signInKeys } from './redis-keys'

/**
 * The end of all links mailed to an account, as part of the script that changes its password or email. Those that are stored
 * (verifications) are no longer the account's; those that are signed count from `linksFrom` on. The script names `user`,
 * `verifications` and `linksFrom`, and answers `ended`, which `forgetLinks` then removes.
 */
export const endLinks = `
local ended = redis.call('SMEMBERS', verifications)
redis.call('DEL', verifications)
redis.call('HSET', user, 'linksFrom', linksFrom)
`

const secondNow = () => Math.floor(Date.now() / 1000)

/** A signed link says in whole seconds when it was made: one of this second may be older than the new password. */
export const linksFromNextSecond = () => secondNow() + 1

/** A link to the new email is made within this second. One to the old email leads nowhere by that alone. */
export const linksFromThisSecond = secondNow

/** Removes what `endLinks` has ended. */
export async function forgetLinks(ended: readonly string[]): Promise<void> {
  if (ended.length === 0) return
  const { redis } = await store()
  await Promise.all(ended.map((id) => redis.del(signInKeys.verification(id))))
}
