import { mailMode } from '@/server/features/mail/mode'
import { addInvitation, cancelInvitation, readInvitations } from '@/server/metering/access/invitations'
import { countAttempt } from '@/server/metering/access/limiter'
import { type Limit, limits } from '@/server/metering/access/limits'
import type { Role } from '@/server/metering/access/members'
import { accountSuspended, roleNotAllowed } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'
import { env } from '@/server/platform/settings/env'
import { listMembers } from './member-list'

/** An owner who manages the members of their account. */
export interface Owner {
  accountId: string
  personId: string
  email: string
}

/** Who is invited. */
interface Invitee {
  email: string
  role: Role
}

/**
 * Invites a person, whether or not they have a sign-in: the response and the email are the same. Replaces an invitation
 * to the same email.
 * @param network the caller's.
 * @param formerId the invitation that is sent again; null for a new one.
 * @returns the link, for the owner to pass on; null if it was emailed, and must be seen by no one else.
 * @throws PinrefError `invalid_request` for a member, or if the previous invitation has ended; `limit_reached`,
 *   `too_many_requests`, `account_suspended`, `role_not_allowed`.
 */
export async function invite(
  owner: Owner,
  network: string,
  { email: typed, role }: Invitee,
  formerId: string | null = null,
): Promise<string | null> {
  const { accountId, personId } = owner
  const email = typed.toLowerCase()
  const { members, invitations, limit, accountName } = await listMembers(accountId)
  if (members.some((member) => member.email === email)) throw alreadyMember()
  // The script decides; this keeps invitations without room from counting toward the limits below.
  const others = invitations.filter((one) => !one.isExpired && one.email !== email)
  if (members.length + others.length >= limit) throw noRoom(limit)
  const { memberMails, mailboxOf } = await import('@/server/features/mail/mail')
  await countInvitation(`invitations-of:${network}`, limits.invitationsOfNetwork)
  await countInvitation(`invitations-to:${mailboxOf(email)}`, limits.invitationsToRecipient)
  const mode = mailMode()
  const { outcome, token } = await addInvitation(accountId, {
    email,
    role,
    by: personId,
    isMailed: mode === 'smtp',
    formerId,
  })
  switch (outcome) {
    case 'done':
      break
    case 'not_owner':
      throw roleNotAllowed()
    case 'suspended':
      throw accountSuspended()
    case 'unknown':
      throw invitationEnded()
    case 'too_many':
      throw noRoom(limit)
    case 'too_often':
      throw tooOften(limits.invitationsOfAccount.windowSeconds)
  }
  const url = `${env().APP_URL}/invitation/${token}`
  if (mode !== 'off') memberMails.invitation(email, { name: accountName }, owner.email, role, url)
  return mode === 'smtp' ? null : url
}

/**
 * Sends an invitation again, with a new link, which replaces the previous one.
 * @param id the invitation's.
 * @returns as `invite`, and whom it is for.
 * @throws PinrefError as `invite`.
 */
export async function inviteAgain(
  owner: Owner,
  network: string,
  id: string,
): Promise<Invitee & { link: string | null }> {
  const invitation = (await readInvitations(owner.accountId)).find((one) => one.id === id)
  if (!invitation) throw invitationEnded()
  const { email, role } = invitation
  return { email, role, link: await invite(owner, network, { email, role }, id) }
}

/**
 * Cancels an invitation.
 * @returns the email that it was for.
 * @throws PinrefError `invalid_request` if it has ended; `role_not_allowed`.
 */
export async function cancel({ accountId, personId }: Owner, id: string): Promise<string> {
  const canceled = await cancelInvitation(accountId, personId, id)
  if (canceled.outcome === 'not_owner') throw roleNotAllowed()
  if (canceled.outcome === 'unknown') throw invitationEnded()
  return canceled.email
}

/** @throws PinrefError `too_many_requests`. */
async function countInvitation(what: string, { max, windowSeconds }: Limit): Promise<void> {
  const { allowed, retryAfter } = await countAttempt(what, { max, window: windowSeconds })
  if (!allowed) throw tooOften(retryAfter)
}

const tooOften = (retryAfterSeconds: number) =>
  new PinrefError('too_many_requests', 'Too many invitations were sent. Try again tomorrow.', { retryAfterSeconds })

const alreadyMember = () => new PinrefError('invalid_request', 'This person is already a member of the account.')

const invitationEnded = () =>
  new PinrefError('invalid_request', 'This invitation was accepted, canceled, or sent again. Reload the page.')

const noRoom = (limit: number) =>
  new PinrefError(
    'limit_reached',
    `Your plan allows ${limit} ${limit === 1 ? 'member' : 'members'}, including open invitations. Remove a member, cancel an invitation, or upgrade.`,
  )
