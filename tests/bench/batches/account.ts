import { createKey } from '@/server/metering/access/key-store'
import { writeProfile } from '@/server/metering/access/profile'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../../support/new-account'
import { newEndpoint } from '../../support/new-endpoint'

/** An account that makes batches. */
export interface Caller {
  accountId: string
  key: string
  /** The secret that signs its callbacks; null if there are no callbacks. */
  secret: string | null
}

/**
 * Makes an account with a key and no quota, directly in the store from this process's environment.
 * @param callbackUrl its endpoint for callbacks; null for no endpoint.
 */
export async function newCaller(callbackUrl: string | null = null): Promise<Caller> {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  const { key } = await createKey(accountId, 'Bench', null)
  const secret = callbackUrl === null ? null : (await newEndpoint(accountId, callbackUrl)).secret
  return { accountId, key, secret }
}

/** Closes this process's store so that from then on only the app uses an embedded store. */
export async function leaveStore(): Promise<void> {
  await (await store()).close()
}
