import { createHash } from 'node:crypto'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, oneOf, optional, outcomes, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import acceptLua from './accept-invitation.lua'
import addLua from './add-invitation.lua'
import { randomBase62 } from './api-key'
import cancelLua from './cancel-invitation.lua'
import invitationRules from './invitation-rules.lua'
import { limits, planMembers } from './limits'
import { type Role, roles } from './members'
import ownerRules from './owner-rules.lua'
import { redisKeys } from './redis-keys'

/** How long an invitation is valid. */
const invitationSeconds = 7 * 86_400

/** How long an invitation's link leads to a page that says why it ended. */
const endedSeconds = 7 * 86_400

const { max: maxMade, windowSeconds: madeWithinSeconds } = limits.invitationsOfAccount

/** Why an invitation is no longer open. `replaced`: a newer one to the same email was sent. */
export type InvitationEnd = 'accepted' | 'canceled' | 'replaced' | 'expired'

/** An invitation to join an account. Times are epoch seconds. */
export interface Invitation {
  /** The SHA-256 of the link's secret, which itself is not stored. */
  id: string
  /** In lowercase. */
  email: string
  role: Role
  /** The id of the owner who sent it. */
  by: string
  created: number
  expires: number
  /** Whether only an email contained the link, so anyone who has the link also reads that mailbox. */
  isMailed: boolean
  /** Null while it is open. */
  end: InvitationEnd | null
  /** Who accepted it; null if no one has. */
  personId: string | null
}

/** As it is stored. */
interface Stored extends Omit<Invitation, 'id' | 'end' | 'personId'> {
  state?: Exclude<InvitationEnd, 'expired'>
  personId?: string
  ended?: number
}

const accountLength = 16

/** At least 128 random bits. */
const secretLength = 22

const tokenForm = new RegExp(`^[0-9A-Za-z]{${accountLength + secretLength}}$`)

/** Returns what the token in an invitation's link names; null for anything that is not a token. */
export function readToken(token: string): { accountId: string; id: string } | null {
  if (!tokenForm.test(token)) return null
  return { accountId: token.slice(0, accountLength), id: hashOf(token.slice(accountLength)) }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const secondsNow = () => Math.floor(Date.now() / 1000)

function invitationOf(id: string, stored: Stored): Invitation {
  const { email, role, by, created, expires, isMailed, state, personId } = stored
  const end = state ?? (expires <= secondsNow() ? 'expired' : null)
  return { id, email, role, by, created, expires, isMailed, end, personId: personId ?? null }
}

/** Reads an account's invitations that are open or have expired, newest first. */
export async function readInvitations(accountId: string): Promise<Invitation[]> {
  const { redis } = await store()
  const stored = (await redis.hgetall<Record<string, Stored>>(redisKeys(accountId).invitations)) ?? {}
  return Object.entries(stored)
    .map(([id, one]) => invitationOf(id, one))
    .filter(({ end }) => end === null || end === 'expired')
    .sort((a, b) => b.created - a.created || a.email.localeCompare(b.email))
}

/** Reads an invitation; null if there is none, or it ended long ago. */
export async function readInvitation(accountId: string, id: string): Promise<Invitation | null> {
  const { redis } = await store()
  const stored = await redis.hget<Stored>(redisKeys(accountId).invitations, id)
  return stored && invitationOf(id, stored)
}

/**
 * Adds an invitation, which replaces those to the same email, and forgets those that ended long ago. Members and open
 * invitations together stay within the plan's limit.
 */
const add = defineScript({
  name: 'add-invitation',
  keys: ['members', 'profile', 'invitations'],
  args: { id: text, json: text, now: integer, formerId: optional(text) },
  constants: { endedSeconds, maxMade, madeWithinSeconds },
  includes: [ownerRules, invitationRules, planMembers],
  returns: oneOf('done', 'not_owner', 'suspended', 'unknown', 'too_many', 'too_often'),
  lua: addLua,
})

/**
 * Invites a person.
 * @param invited `by` must be an owner, which the same step checks again. `formerId`: the invitation that is sent again,
 *   which must not have been accepted or canceled; null for a new one.
 * @returns the outcome, and the token for the link, which is stored nowhere.
 */
export async function addInvitation(
  accountId: string,
  invited: Pick<Invitation, 'email' | 'role' | 'by' | 'isMailed'> & { formerId: string | null },
): Promise<{ outcome: Awaited<ReturnType<typeof add>>; token: string }> {
  const { email, role, by, isMailed, formerId } = invited
  const secret = randomBase62(secretLength)
  const now = secondsNow()
  const one: Stored = { email, role, by, created: now, expires: now + invitationSeconds, isMailed }
  const args = { id: hashOf(secret), json: JSON.stringify(one), now, formerId }
  return { outcome: await add(redisKeys(accountId), args), token: accountId + secret }
}

const cancel = defineScript({
  name: 'cancel-invitation',
  keys: ['members', 'invitations'],
  args: { ownerId: text, id: text, now: integer },
  includes: [ownerRules, invitationRules],
  returns: outcomes({ done: { email: text }, not_owner: {}, unknown: {} }),
  lua: cancelLua,
})

/** Cancels an invitation that no one has accepted. */
export const cancelInvitation = (accountId: string, ownerId: string, id: string) =>
  cancel(redisKeys(accountId), { ownerId, id, now: secondsNow() })

/** Adds the person who accepts an invitation to the members, and ends the invitation in the same step. */
const accept = defineScript({
  name: 'accept-invitation',
  keys: ['members', 'profile', 'invitations'],
  args: { id: text, personId: text, email: text, now: integer },
  includes: [invitationRules, planMembers],
  returns: outcomes({
    /** `isNew` is false for a person who already was a member, whose role stays the same. */
    done: { role: oneOf(...roles), since: integer, isNew: flag },
    unknown: {},
    accepted: {},
    canceled: {},
    replaced: {},
    expired: {},
    other_email: {},
    too_many: {},
  }),
  lua: acceptLua,
})

/**
 * Accepts an invitation for a signed-in person. May be repeated by the same person.
 * @param email the person's email, in lowercase.
 */
export const acceptInvitation = (accountId: string, id: string, personId: string, email: string) =>
  accept(redisKeys(accountId), { id, personId, email, now: secondsNow() })
