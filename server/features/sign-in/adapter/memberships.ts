import { redisKeys } from '@/server/metering/access/redis-keys'
import { perProcess } from '@/server/platform/runtime/per-process'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { inBackground } from '@/server/platform/store/store-failure'
import { indexMember, type Place, unindexMember } from './account-index'
import addLua from './add-membership.lua'
import { endGrants } from './apps'
import { noAccount, signInKeys } from './redis-keys'
import writeSeenLua from './write-seen.lua'

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

/** Lists a person who signs in under their current email, and records that they were seen. */
export function recordSignIn(place: Place, email: string, now: Date): void {
  if (place.accountId === noAccount) return
  indexMember(place, email)
  recordSeen(place, now)
}

/** How long after a person was seen in an account that is recorded again, in milliseconds. */
const seenEveryMs = 3_600_000

/** The maximum number of persons whose time is remembered, a few megabytes. */
const maxRemembered = 10_000

const remembered = perProcess<Map<string, number>>('seen')

/** Records that a person uses an account, in the background, because the account is in another slot; hourly at most. */
export function recordSeen({ accountId, personId }: Place, now: Date): void {
  remembered.value ??= new Map()
  const times = remembered.value
  const place = `${accountId} ${personId}`
  if ((times.get(place) ?? 0) > now.getTime() - seenEveryMs) return
  if (times.size >= maxRemembered) times.clear()
  times.set(place, now.getTime())
  inBackground('a visit could not be recorded', () =>
    writeSeen(redisKeys(accountId), { personId, now: Math.floor(now.getTime() / 1000) }),
  )
}

/** Records when a member was seen. */
const writeSeen = defineScript({
  name: 'write-seen',
  keys: ['members', 'seen'],
  args: { personId: text, now: integer },
  returns: flag,
  lua: writeSeenLua,
})
