import { describe, expect, test, vi } from 'vitest'
import { join } from '@/server/features/members/join'
import { addMembership, readMemberships } from '@/server/features/sign-in/adapter/memberships'
import { changeMember, leaveAccount, removeAccount } from '@/server/metering/access/account'
import { randomBase62 } from '@/server/metering/access/api-key'
import {
  acceptInvitation,
  addInvitation,
  cancelInvitation,
  readInvitations,
  readToken,
} from '@/server/metering/access/invitations'
import { limits } from '@/server/metering/access/limits'
import { type Role, readMembers, readRole } from '@/server/metering/access/members'
import { setSuspended, writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { newAccount, newPerson, ownerOf } from '../support/new-account'

const emailOf = (personId: string) => `${personId}@example.com`.toLowerCase()

/** Invites an email. @returns the outcome, and the invitation's id and token. */
async function inviteTo(accountId: string, email: string, role: Role = 'member', formerId: string | null = null) {
  const by = await ownerOf(accountId)
  const { outcome, token } = await addInvitation(accountId, { email, role, by, isMailed: false, formerId })
  return { outcome, token, id: readToken(token)?.id ?? '' }
}

/** Adds a person to an account as invitations do. @returns their id. */
async function newMember(accountId: string, role: Role): Promise<string> {
  const personId = await newPerson()
  const { id } = await inviteTo(accountId, emailOf(personId), role)
  await acceptInvitation(accountId, id, personId, emailOf(personId))
  return personId
}

/** An account on a plan for ten members. */
async function newTeam(): Promise<{ accountId: string; owner: string }> {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'growth' })
  return { accountId, owner: await ownerOf(accountId) }
}

/** Returns the members' roles in alphabetical order, because several may join in the same second. */
const rolesIn = async (accountId: string) => (await readMembers(accountId)).map(({ role }) => role).sort()

const outcomesOf = (results: ReadonlyArray<{ outcome: string }>) => results.map(({ outcome }) => outcome).sort()

/** Tests members and invitations on any transport. */
export function memberSuite(transport: string): void {
  describe(`the members of an account, over ${transport}`, () => {
    test('keep an owner if two owners demote, remove, or leave each other at once', async () => {
      for (const role of ['viewer', null] as const) {
        const { accountId, owner } = await newTeam()
        const other = await newMember(accountId, 'owner')
        const results = await Promise.all([
          changeMember(accountId, owner, other, role),
          changeMember(accountId, other, owner, role),
        ])
        expect(outcomesOf(results)).toEqual(['done', 'not_owner'])
        expect((await readMembers(accountId)).filter((one) => one.role === 'owner')).toHaveLength(1)
      }
      const { accountId, owner } = await newTeam()
      const other = await newMember(accountId, 'owner')
      await newMember(accountId, 'viewer')
      const left = await Promise.all([leaveAccount(accountId, owner), leaveAccount(accountId, other)])
      expect(left.sort()).toEqual(['last_owner', 'left'])
    })

    test('cannot lose their last owner, who may hand the account over first', async () => {
      const { accountId, owner } = await newTeam()
      const member = await newMember(accountId, 'member')
      expect(await changeMember(accountId, owner, owner, 'member')).toEqual({ outcome: 'last_owner' })
      expect(await changeMember(accountId, owner, owner, null)).toEqual({ outcome: 'last_owner' })
      expect(await changeMember(accountId, owner, member, 'owner')).toEqual({ outcome: 'done', before: 'member' })
      expect(await changeMember(accountId, owner, owner, 'viewer')).toEqual({ outcome: 'done', before: 'owner' })
      expect(await readRole(accountId, member)).toBe('owner')
    })

    test('are changed only by an owner of the same account, which the script itself checks', async () => {
      const { accountId, owner } = await newTeam()
      const member = await newMember(accountId, 'member')
      const stranger = await ownerOf(await newAccount())
      const open = await inviteTo(accountId, 'open@example.com')
      for (const person of [member, stranger]) {
        expect(await changeMember(accountId, person, owner, 'viewer')).toEqual({ outcome: 'not_owner' })
        expect(await cancelInvitation(accountId, person, open.id)).toEqual({ outcome: 'not_owner' })
        const invited = {
          email: 'new@example.com',
          role: 'owner',
          by: person,
          isMailed: false,
          formerId: null,
        } as const
        expect((await addInvitation(accountId, invited)).outcome).toBe('not_owner')
      }
      expect(await changeMember(accountId, owner, stranger, 'member')).toEqual({ outcome: 'unknown' })
      expect(await rolesIn(accountId)).toEqual(['member', 'owner'])
    })
  })

  describe(`an invitation, over ${transport}`, () => {
    test('is accepted once, even by several persons at once, and only as a hash of its secret is stored', async () => {
      const { accountId } = await newTeam()
      const { id, token } = await inviteTo(accountId, 'ada@example.com', 'viewer')
      expect(token).toMatch(/^[0-9A-Za-z]{38}$/)
      const { redis } = await store()
      const stored = JSON.stringify(await redis.hgetall(redisKeys(accountId).invitations))
      expect(stored).not.toContain(token.slice(16))
      const persons = await Promise.all([newPerson(), newPerson(), newPerson()])
      const accepted = await Promise.all(persons.map((one) => acceptInvitation(accountId, id, one, 'ada@example.com')))
      expect(outcomesOf(accepted)).toEqual(['accepted', 'accepted', 'done'])
      expect(await rolesIn(accountId)).toEqual(['owner', 'viewer'])
    })

    test('can be accepted again by the same person, whose list of accounts is then complete', async () => {
      const { accountId } = await newTeam()
      const personId = await newPerson()
      const { id, token } = await inviteTo(accountId, emailOf(personId))
      // A process that crashed here has not written the person's list.
      await acceptInvitation(accountId, id, personId, emailOf(personId))
      expect(await readMemberships(personId)).toEqual([])
      const person = { personId, member: null, name: '', email: emailOf(personId), emailVerified: true }
      expect(await join(token, person)).toEqual({ accountId, role: 'member', isNew: false })
      expect(await readMemberships(personId)).toMatchObject([{ accountId }])
      await changeMember(accountId, await ownerOf(accountId), personId, null)
      await expect(join(token, person)).rejects.toMatchObject({ code: 'invalid_request' })
      expect(await readRole(accountId, personId)).toBeNull()
    })

    test('keeps a member’s role, and adds no one to an account that is gone', async () => {
      const { accountId } = await newTeam()
      const viewer = await newMember(accountId, 'viewer')
      const { id } = await inviteTo(accountId, 'other@example.com', 'owner')
      const accepted = await acceptInvitation(accountId, id, viewer, 'other@example.com')
      expect(accepted).toMatchObject({ outcome: 'done', role: 'viewer', isNew: false })
      const open = await inviteTo(accountId, 'late@example.com')
      await removeAccount(accountId)
      expect(await acceptInvitation(accountId, open.id, await newPerson(), 'late@example.com')).toEqual({
        outcome: 'unknown',
      })
      const { redis } = await store()
      expect(await redis.exists(redisKeys(accountId).members, redisKeys(accountId).invitations)).toBe(0)
    })

    test('ends when it is canceled, replaced, expired, or for another email, each with its own outcome', async () => {
      const { accountId, owner } = await newTeam()
      const person = await newPerson()
      const accept = async (id: string, email: string) => (await acceptInvitation(accountId, id, person, email)).outcome
      const canceled = await inviteTo(accountId, 'canceled@example.com')
      expect(await cancelInvitation(accountId, owner, canceled.id)).toEqual({
        outcome: 'done',
        email: 'canceled@example.com',
      })
      expect(await accept(canceled.id, 'canceled@example.com')).toBe('canceled')
      expect((await inviteTo(accountId, 'canceled@example.com', 'member', canceled.id)).outcome).toBe('unknown')
      const first = await inviteTo(accountId, 'twice@example.com')
      const second = await inviteTo(accountId, 'twice@example.com', 'viewer', first.id)
      expect(await accept(first.id, 'twice@example.com')).toBe('replaced')
      expect(await accept(second.id, 'other@example.com')).toBe('other_email')
      expect((await readInvitations(accountId)).map(({ email, role }) => [email, role])).toEqual([
        ['twice@example.com', 'viewer'],
      ])
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 })
      expect(await accept(second.id, 'twice@example.com')).toBe('expired')
      expect((await readInvitations(accountId)).map(({ end }) => end)).toEqual(['expired'])
      vi.setSystemTime(Date.now() + 7 * 86_400_000)
      await inviteTo(accountId, 'later@example.com')
      vi.useRealTimers()
      const { redis } = await store()
      expect(Object.keys((await redis.hgetall(redisKeys(accountId).invitations)) ?? {})).toHaveLength(1)
    })

    test('counts toward the plan’s members with all others, also if several are sent at once', async () => {
      const accountId = await newAccount()
      const sent = await Promise.all(['a', 'b', 'c', 'd'].map((one) => inviteTo(accountId, `${one}@example.com`)))
      expect(outcomesOf(sent)).toEqual(['done', 'done', 'too_many', 'too_many'])
      const [open] = await readInvitations(accountId)
      // Replacing an invitation takes no more room.
      expect((await inviteTo(accountId, open?.email ?? '')).outcome).toBe('done')
    })

    test('adds no one to an account whose plan has become too small, which keeps its members', async () => {
      const { accountId } = await newTeam()
      for (const role of ['member', 'viewer'] as const) await newMember(accountId, role)
      const { id } = await inviteTo(accountId, 'fourth@example.com')
      await writeProfile(accountId, { plan: 'starter' })
      const person = await newPerson()
      expect(await acceptInvitation(accountId, id, person, 'fourth@example.com')).toEqual({ outcome: 'too_many' })
      expect((await inviteTo(accountId, 'fifth@example.com')).outcome).toBe('too_many')
      expect(await readMembers(accountId)).toHaveLength(3)
      await writeProfile(accountId, { plan: 'growth' })
      expect(await acceptInvitation(accountId, id, person, 'fourth@example.com')).toMatchObject({ outcome: 'done' })
    })

    test('is not sent by a suspended account, or more often than an account may in a day', async () => {
      const { accountId } = await newTeam()
      await setSuspended(accountId, { reason: 'A test.', by: 'o…@example.com' })
      expect((await inviteTo(accountId, 'ada@example.com')).outcome).toBe('suspended')
      await setSuspended(accountId, null)
      const { max } = limits.invitationsOfAccount
      for (let sent = 0; sent < max; sent++) {
        expect((await inviteTo(accountId, 'ada@example.com')).outcome).toBe('done')
      }
      expect((await inviteTo(accountId, 'ada@example.com')).outcome).toBe('too_often')
    })

    test('does not list an account for a person who no longer exists', async () => {
      const { accountId } = await newTeam()
      const gone = randomBase62(16)
      const { token } = await inviteTo(accountId, emailOf(gone))
      const person = { personId: gone, member: null, name: '', email: emailOf(gone), emailVerified: true }
      await expect(join(token, person)).rejects.toMatchObject({ code: 'not_signed_in' })
      expect(await readRole(accountId, gone)).toBeNull()
      expect(await addMembership(gone, { accountId, since: 1 })).toBe(false)
    })
  })
}
