import { createAccount } from '@/server/metering/access/account'
import { store } from '@/server/platform/store/store'
import { addMembership, readMemberships } from './adapter/memberships'
import { noAccount, signInKeys } from './adapter/redis-keys'
import { readUser } from './adapter/users'

/** The field of a person's preferences with the account that they used last. */
const lastUsed = 'account'

/**
 * Returns the account that a new session begins in: the one that the person used last, or else joined first. Creates a
 * new person's first account. `noAccount` for a person who has left all accounts.
 */
export async function accountOfNewSession(personId: string): Promise<string> {
  const { redis } = await store()
  const [user, memberships, preferred] = await Promise.all([
    readUser(personId),
    readMemberships(personId),
    redis.hget<string>(signInKeys.preferences(personId), lastUsed),
  ])
  const accounts = memberships.map(({ accountId }) => accountId)
  if (preferred !== null && accounts.includes(String(preferred))) return String(preferred)
  const [first] = accounts
  if (first !== undefined) return first
  const { firstAccount, name, email } = (user ?? {}) as Record<'firstAccount' | 'name' | 'email', string | undefined>
  if (firstAccount === undefined) return noAccount
  await openAccount(firstAccount, personId, name || (email ?? '').replace(/@.*$/, ''))
  return firstAccount
}

/** Creates an account whose owner is this person. May be repeated. */
export async function openAccount(accountId: string, personId: string, name: string): Promise<void> {
  const now = Date.now()
  await createAccount(accountId, personId, name, now)
  await addMembership(personId, { accountId, since: Math.floor(now / 1000) })
}

/** Remembers the account that a person has chosen, for their next sign-in. */
export async function preferAccount(personId: string, accountId: string): Promise<void> {
  const { redis } = await store()
  await redis.hset(signInKeys.preferences(personId), { [lastUsed]: JSON.stringify(accountId) })
}
