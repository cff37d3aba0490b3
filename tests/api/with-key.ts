import { createKey } from '@/server/metering/access/key-store'
import { newAccount } from '../support/new-account'
import { call } from './call'

/** The pepper for the keys that this process makes. The app needs the same pepper. */
export const pepper = { KEY_PEPPER: 'a pepper for tests only' }

/** Makes an account with one key directly in this process's store. */
export async function accountWithKey() {
  const accountId = await newAccount()
  const { key, id } = await createKey(accountId, 'Test', null)
  return { accountId, key, id }
}

/** Calls an operation with a key, as a backend does. */
export const callWithKey = (url: string, key: string, operation = 'convert', body: unknown = { cid: '1' }) =>
  call(url, operation, body, { headers: { 'x-api-key': key } })
