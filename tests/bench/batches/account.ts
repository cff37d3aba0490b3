import { createKey } from '@/server/access/key-store'
import { writeProfile } from '@/server/access/profile'
import { setEndpoint } from '@/server/callbacks/endpoint'
import { store } from '@/server/store/store'
import { newAccount } from '../../support/new-account'

/** Who makes batches. */
export interface Caller {
  accountId: string
  key: string
  /** What it is called back with; null where it is not. */
  secret: string | null
}

/**
 * Makes an account without a limit, with a key, straight in the store that this process's environment names.
 * @param callbackUrl where it is called back; null: nowhere.
 */
export async function newCaller(callbackUrl: string | null = null): Promise<Caller> {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  const { key } = await createKey(accountId, 'Bench', null)
  const secret = callbackUrl === null ? null : (await setEndpoint(accountId, callbackUrl)).secret
  return { accountId, key, secret }
}

/** Lets go of the store: an embedded one is the app's alone from then on. */
export async function leaveStore(): Promise<void> {
  await (await store()).close()
}
