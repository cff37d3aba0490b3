import { redisKeys } from '@/server/metering/access/redis-keys'
import { ask } from '@/server/platform/store/ask'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { inBackground } from '@/server/platform/store/store-failure'
import { indexMember, unindexMember } from './account-index'
import addLua from './add-membership.lua'
import { endGrants } from './apps'
import { noAccount, signInKeys } from './redis-keys'

/*
 * A person's accounts, as far as the person's slot knows them. The account's own record of its members decides; this one
 * is written after it and only lists where to look.
 */

/** An account that a person is in. */
export interface Membership {
  accountId: string
  /** When the person joined it, epoch seconds. */
  since: number
}

/** Reads a person's accounts, the one joined first at the top. */
export async function readMemberships(personId: string): Promise<Membership[]> {
  const { redis } = await store()
  const stored = (await redis.hgetall<Record<string, number>>(signInKeys.memberships(personId))) ?? {}
  return Object.entries(stored)
    .map(([accountId, since]) => ({ accountId, since: Number(since) }))
    .sort((a, b) => a.since - b.since || a.accountId.localeCompare(b.accountId))
}

/** Adds an account to an existing person's list, after which it is no longer to be created. */
const add = defineScript({
  name: 'add-membership',
  keys: ['user', 'memberships'],
  args: { accountId: text, since: integer },
  returns: flag,
  lua: addLua,
})

/** Lists an account that the person has joined. Returns false if the person does not exist. */
export async function addMembership(personId: string, { accountId, since }: Membership): Promise<boolean> {
  const keys = { user: signInKeys.user(personId), memberships: signInKeys.memberships(personId) }
  return add(keys, { accountId, since })
}

/** Removes an account that the person has left from the list, and disconnects the person's apps in it. */
export async function removeMembership(personId: string, accountId: string, email: string | null): Promise<void> {
  const { redis } = await store()
  await Promise.all([redis.hdel(signInKeys.memberships(personId), accountId), endGrants(personId, accountId)])
  if (email !== null) unindexMember({ accountId, personId }, email)
}

/** Lists a person's accounts under a new email, for the operator. */
export async function indexPerson(personId: string, email: string, before: string): Promise<void> {
  for (const { accountId } of await readMemberships(personId)) {
    indexMember({ accountId, personId }, email)
    unindexMember({ accountId, personId }, before)
  }
}

/** Records a sign-in in the session's account, in the background, because the account is in another slot. */
export function recordSignIn(at: { accountId: string; personId: string }, email: string, now: Date): void {
  if (at.accountId === noAccount) return
  indexMember(at, email)
  const seconds = Math.floor(now.getTime() / 1000)
  inBackground('a sign-in could not be recorded', () =>
    ask(['HSET', redisKeys(at.accountId).seen, at.personId, seconds], integer),
  )
}
