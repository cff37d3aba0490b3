import { randomBase62 } from '@/server/metering/access/api-key'
import { writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'

/**
 * Creates an account on the first plan, directly in the store set in this process's environment.
 * No one can sign in to this account.
 * @returns its id.
 */
export async function newAccount(): Promise<string> {
  const accountId = randomBase62(16)
  const { redis } = await store()
  const { user, profile } = redisKeys(accountId)
  await redis.hset(profile, { created: new Date().toISOString() })
  await redis.hset(user, { id: JSON.stringify(accountId) })
  return accountId
}

/** Creates an account like that on the Unlimited plan. @returns its id. */
export async function newRichAccount(): Promise<string> {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  return accountId
}
