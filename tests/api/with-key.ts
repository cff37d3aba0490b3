import { createKey } from '@/server/access/key-store'
import { newAccount } from '../support/new-account'
import { call } from './call'

/** What the app and this process must share for a key made here to work there. */
export const pepper = { KEY_PEPPER: 'a pepper for tests only' }

/** A new account with one key, made straight in the store that this process's environment names. */
export async function accountWithKey() {
  const accountId = await newAccount()
  const { key, id } = await createKey(accountId, 'Test', null)
  return { accountId, key, id }
}

/** Calls an operation with a key, as a backend does. */
export const callWithKey = (url: string, key: string, operation = 'convert', body: unknown = { cid: '1' }) =>
  call(url, operation, body, { headers: { 'x-api-key': key } })
