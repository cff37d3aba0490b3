import { createAccount } from '@/server/metering/access/account'
import { redisKeys } from '@/server/metering/access/redis-keys'
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
  const { firstAccount, name, email } = (user ?? {}) as Partial<
    Record<'firstAccount' | 'name' | 'email', string | null>
  >
  const accountId = firstAccount ?? (await accountFromBefore(personId))
  if (accountId === null) return noAccount
  await openAccount(accountId, personId, name || (email ?? '').replace(/@.*$/, ''))
  return accountId
}

/**
 * Returns the account of a person who signed up with a process of the previous release during an upgrade: it has the
 * person's id and no members yet.
 */
async function accountFromBefore(personId: string): Promise<string | null> {
  const { redis } = await store()
  const { profile, members } = redisKeys(personId)
  const [hasProfile, hasMembers] = await Promise.all([redis.exists(profile), redis.exists(members)])
  return hasProfile === 1 && hasMembers === 0 ? personId : null
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
