import { randomUUID } from 'node:crypto'
import { indexMember } from '@/server/features/sign-in/adapter/account-index'
import { createKey } from '@/server/metering/access/key-store'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { newAccount, ownerOf } from './new-account'

/**
 * Creates an account with an email address and a key, directly in this process's store.
 * @param name the start of its email, which determines the order of accounts.
 */
export async function alertAccount({ verified = true, expires = null as number | null, name = 'alerted.' } = {}) {
  const email = `${name}${randomUUID()}@example.com`
  const accountId = await newAccount({ email, emailVerified: verified })
  const personId = await ownerOf(accountId)
  indexMember({ accountId, personId }, email)
  await finishWork()
  const { key, id } = await createKey(accountId, 'Deploy', expires)
  return { accountId, personId, email, key, keyId: id }
}
