import { randomUUID } from 'node:crypto'
import { indexAccount } from '@/server/features/sign-in/adapter/account-index'
import { createKey } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { newAccount } from './new-account'

/**
 * Creates an account with an email address and a key, directly in this process's store.
 * @param name the start of its email, which determines the order of accounts.
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
