import { mailMode } from '@/server/features/mail/mode'
import { indexMember } from '@/server/features/sign-in/adapter/account-index'
import { endGrants } from '@/server/features/sign-in/adapter/apps'
import { addMembership } from '@/server/features/sign-in/adapter/memberships'
import type { SignedIn } from '@/server/features/sign-in/signed-in'
import { leaveAccount } from '@/server/metering/access/account'
import { readContacts } from '@/server/metering/access/contacts'
import { acceptInvitation, type Invitation, readInvitation, readToken } from '@/server/metering/access/invitations'
import { type Role, readRole } from '@/server/metering/access/members'
import { readProfile } from '@/server/metering/access/profile'
import { accountGone } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'

/** What an invitation's link shows to anyone who has it. */
export interface ShownInvitation extends Pick<Invitation, 'email' | 'role' | 'end'> {
  accountId: string
  /** Empty if the account has no name. */
  accountName: string
  /** The email of the owner who sent it; null if they are gone. */
  inviter: string | null
  /** Who accepted it and is still in the account; null if no one is. */
  memberId: string | null
}

/**
 * Returns what an invitation's link shows; null if there is no such invitation, or it ended long ago.
 * @throws PinrefError `store_unavailable`.
 */
export async function showInvitation(token: string): Promise<ShownInvitation | null> {
  const named = readToken(token)
  if (named === null) return null
  const { accountId, id } = named
  const [invitation, { name }] = await Promise.all([readInvitation(accountId, id), readProfile(accountId)])
  if (invitation === null) return null
  const { email, role, end, by, personId } = invitation
  const [[inviter], roleNow] = await Promise.all([
    readContacts([by], null),
    personId === null ? null : readRole(accountId, personId),
  ])
  const memberId = roleNow === null ? null : personId
  return { accountId, accountName: name, inviter: inviter?.email ?? null, email, role, end, memberId }
}

/**
 * Whether a person may accept an invitation, as far as their email decides it. If email is configured, the address must
 * be verified. Otherwise, no one could verify it, and the owner has passed on the link.
 */
export const mayAccept = (
  { email, emailVerified }: Pick<SignedIn, 'email' | 'emailVerified'>,
  invitation: Pick<Invitation, 'email'>,
): 'yes' | 'other email' | 'unverified' => {
  if (email.toLowerCase() !== invitation.email) return 'other email'
  return emailVerified || mailMode() !== 'smtp' ? 'yes' : 'unverified'
}

/**
 * Accepts an invitation. The person is first added to the account's members, and the account then to the person's list;
 * after a crash in between, the same person can accept again.
 * @returns the account, and whether the person is new in it.
 * @throws PinrefError `invalid_request` if the invitation is not for this person, or has ended; `limit_reached` if the
 *   account has no room.
 */
export async function join(
  token: string,
  person: SignedIn,
): Promise<{ accountId: string; role: Role; isNew: boolean }> {
  const named = readToken(token)
  if (named === null) throw refusals.unknown()
  const { accountId, id } = named
  const { personId, email } = person
  if (mayAccept(person, { email: email.toLowerCase() }) !== 'yes') throw refusals.unverified()
  const accepted = await acceptInvitation(accountId, id, personId, email.toLowerCase())
  if (accepted.outcome !== 'done') throw refusals[accepted.outcome]()
  const { role, since, isNew } = accepted
  // A crash while the person left may have left their apps connected, which must not work again.
  if (isNew) await endGrants(personId, accountId)
  if (!(await addMembership(personId, { accountId, since }))) {
    await leaveAccount(accountId, personId)
    throw accountGone()
  }
  indexMember({ accountId, personId }, email)
  return { accountId, role, isNew }
}

const refusal =
  (detail: string, code: 'invalid_request' | 'limit_reached' = 'invalid_request') =>
  () =>
    new PinrefError(code, detail)

const refusals = {
  unknown: refusal('This invitation does not exist. Check that the link is complete.'),
  accepted: refusal('This invitation was already used. Ask for a new one.'),
  canceled: refusal('This invitation was canceled.'),
  replaced: refusal('A newer invitation replaced this one. Open the newest link.'),
  expired: refusal('This invitation has expired. Ask for a new one.'),
  other_email: refusal('This invitation is for another email. Sign in with that email.'),
  unverified: refusal('Confirm your email first, then accept the invitation.'),
  too_many: refusal('This account has no room for another member. Ask an owner to make room.', 'limit_reached'),
}
