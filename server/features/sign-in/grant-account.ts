import { AsyncLocalStorage } from 'node:async_hooks'

/** The account of the app permission that a call is about; null until the account is known. */
const calls = new AsyncLocalStorage<{ accountId: string | null }>()

/** Runs a call that may be about an app's permission. better-auth doesn't pass the account to the functions that need it. */
export const withGrantAccount = <T>(work: () => Promise<T>): Promise<T> => calls.run({ accountId: null }, work)

/** Sets the account that the current call is about. The account has been checked. */
export function setGrantAccount(accountId: string): void {
  const call = calls.getStore()
  if (call) call.accountId = accountId
}

/** Returns the account that the current call is about; null until it is known. */
export const grantAccount = (): string | null => calls.getStore()?.accountId ?? null
