import { randomUUID } from 'node:crypto'
import { createKey } from '@/server/access/key-store'
import { redisKeys } from '@/server/access/redis-keys'
import { finishWork } from '@/server/runtime/after-answer'
import { indexAccount } from '@/server/sign-in/adapter/account-index'
import { store } from '@/server/store/store'
import { newAccount } from './new-account'

/**
 * Makes an account that can be mailed, with a key, straight in the store of this process.
 * @param name how its email begins, by which accounts are ordered.
 */
export async function alertAccount({ verified = true, expires = null as number | null, name = 'alerted.' } = {}) {
  const accountId = await newAccount()
  const email = `${name}${randomUUID()}@example.com`
  const { redis } = await store()
  await redis.hset(redisKeys(accountId).user, { email: JSON.stringify(email), emailVerified: JSON.stringify(verified) })
  indexAccount(accountId, email)
  await finishWork()
  const { key, id } = await createKey(accountId, 'Deploy', expires)
  return { accountId, email, key, keyId: id }
}
