import { contactKeys } from '@/server/metering/access/contacts'
import { type Invitation, readInvitations } from '@/server/metering/access/invitations'
import { firstPlan, membersOf, planOf } from '@/server/metering/access/limits'
import { type Member, readMembers } from '@/server/metering/access/members'
import { readProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'

/** A member as everyone in the account sees them. */
interface ListedMember extends Member {
  /** Empty if the person has no name. */
  name: string
  /** Empty for a person who was deleted while joining. */
  email: string
  /** When they last used the account on the dashboard, to the hour, epoch seconds; null if not yet. */
  seen: number | null
  hasSecondFactor: boolean
}

/** An invitation that no one has accepted yet. */
interface ListedInvitation extends Pick<Invitation, 'id' | 'email' | 'role' | 'created' | 'expires'> {
  isExpired: boolean
}

interface MemberList {
  accountName: string
  /** Those who joined first at the top. */
  members: ListedMember[]
  /** Newest first. */
  invitations: ListedInvitation[]
  /** How many members and open invitations the plan allows. */
  limit: number
}

/** Reads an account's members and invitations, in two round trips. @throws PinrefError `store_unavailable`. */
export async function listMembers(accountId: string): Promise<MemberList> {
  const { redis } = await store()
  const [members, seen, invitations, { name, plan }] = await Promise.all([
    readMembers(accountId),
    redis.hgetall<Record<string, number>>(redisKeys(accountId).seen),
    readInvitations(accountId),
    readProfile(accountId),
  ])
  const persons = await Promise.all(members.map(({ personId }) => readPerson(personId)))
  return {
    accountName: name,
    members: members.map((member, index): ListedMember => {
      const { name = '', email = '', twoFactorEnabled } = persons[index] ?? {}
      const lastSeen = seen?.[member.personId]
      return {
        ...member,
        name: String(name ?? ''),
        email: email ?? '',
        seen: lastSeen === undefined ? null : Number(lastSeen),
        hasSecondFactor: twoFactorEnabled === true,
      }
    }),
    invitations: invitations.map(({ id, email, role, created, expires, end }) => ({
      id,
      email,
      role,
      created,
      expires,
      isExpired: end === 'expired',
    })),
    limit: membersOf(planOf(plan) ?? firstPlan()),
  }
}

interface StoredPerson {
  name?: string | number | null
  email?: string | null
  twoFactorEnabled?: boolean | null
}

async function readPerson(personId: string): Promise<StoredPerson | null> {
  const { redis } = await store()
  return redis.hmget<Record<string, unknown>>(contactKeys.user(personId), 'name', 'email', 'twoFactorEnabled')
}
