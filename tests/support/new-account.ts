import type { Reader } from '@/server/features/audit/actor'
import { addMembership, readMemberships } from '@/server/features/sign-in/adapter/memberships'
import { signInKeys } from '@/server/features/sign-in/adapter/redis-keys'
import { readUser } from '@/server/features/sign-in/adapter/users'
import { openAccount } from '@/server/features/sign-in/session-account'
import type { MemberCaller } from '@/server/metering/access/admit'
import { randomBase62 } from '@/server/metering/access/api-key'
import { memberText, type Role, readMembers, roles } from '@/server/metering/access/members'
import { writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'

/**
 * Creates an account on the first plan, directly in the store set in this process's environment. Its owner exists, but
 * cannot sign in.
 * @param owner what is stored about the owner.
 * @returns its id.
 */
export async function newAccount(owner: { email?: string; emailVerified?: boolean } = {}): Promise<string> {
  const accountId = randomBase62(16)
  await openAccount(accountId, await newPerson(owner), 'Acme')
  return accountId
}

/** Creates a person who cannot sign in. @returns their id. */
export async function newPerson({ email = '', emailVerified = true, name = 'Ada' } = {}): Promise<string> {
  const id = randomBase62(16)
  const { redis } = await store()
  const fields = {
    id,
    email: email || `${id}@example.com`,
    name,
    emailVerified,
    createdAt: new Date().toISOString(),
  }
  const entries = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])
  await redis.hset(signInKeys.user(id), Object.fromEntries(entries))
  return id
}

/** Makes a person a member of an account, as an accepted invitation does. */
export async function join(accountId: string, personId: string, role: Role): Promise<void> {
  const since = Math.floor(Date.now() / 1000)
  const { redis } = await store()
  await redis.hset(redisKeys(accountId).members, { [personId]: memberText({ role, since }) })
  await addMembership(personId, { accountId, since })
}

/** Returns the id of an account's first owner. */
export async function ownerOf(accountId: string): Promise<string> {
  const owner = (await readMembers(accountId)).find(({ role }) => role === 'owner')
  if (!owner) throw new Error(`the account ${accountId} has no owner`)
  return owner.personId
}

/** Adds a new person to an account. @param person what is stored about them. @returns their id. */
export async function newMember(accountId: string, role: Role, person: Parameters<typeof newPerson>[0] = {}) {
  const personId = await newPerson(person)
  await join(accountId, personId, role)
  return personId
}

/** Returns an account's first owner as a caller of metered calls. */
export async function ownersCalls(accountId: string): Promise<MemberCaller> {
  return { accountId, personId: await ownerOf(accountId), roles }
}

/** Creates an account like that on the Unlimited plan. @returns its id. */
export async function newRichAccount(): Promise<string> {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  return accountId
}

/** Returns an account's first owner, who reads its log. */
export async function ownersPlace(accountId: string): Promise<Reader> {
  const personId = await ownerOf(accountId)
  const { name = '', email = '' } = (await readUser(personId)) as { name?: string; email?: string }
  return { accountId, personId, name, email, role: 'owner' }
}

/** Returns the first account of a person who has signed in. */
export async function accountOf(personId: string): Promise<string> {
  const [membership] = await readMemberships(personId)
  if (!membership) throw new Error(`the person ${personId} has no account`)
  return membership.accountId
}
