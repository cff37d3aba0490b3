import { mailMode } from '@/server/features/mail/mode'
import { removeMembership } from '@/server/features/sign-in/adapter/memberships'
import { changeMember, leaveAccount } from '@/server/metering/access/account'
import { readContacts } from '@/server/metering/access/contacts'
import { countAttempt } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import type { Role } from '@/server/metering/access/members'
import { readProfile } from '@/server/metering/access/profile'
import { roleNotAllowed } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'
import type { Owner } from './invite'

/** A member who was changed. */
interface Changed {
  /** Empty if the person is gone. */
  email: string
  before: Role
}

/**
 * Changes a member's role, starting with the member's next call, and emails the member.
 * @throws PinrefError `limit_reached` if the account would be left without an owner; `invalid_request` for a person who
 *   is not a member; `role_not_allowed`, `too_many_requests`.
 */
export async function changeRole(owner: Owner, personId: string, role: Role): Promise<Changed> {
  const { max, windowSeconds } = limits.roleChanges
  const { allowed, retryAfter } = await countAttempt(`role-changes:${owner.accountId}`, { max, window: windowSeconds })
  if (!allowed) throw tooManyChanges(retryAfter)
  const changed = await change(owner, personId, role)
  if (changed.before !== role) await inform(owner, personId, changed, role)
  return changed
}

/**
 * Removes a member, whose next call fails, and emails the member.
 * @throws PinrefError as `changeRole`.
 */
export async function removeMember(owner: Owner, personId: string): Promise<Changed> {
  const changed = await change(owner, personId, null)
  await removeMembership(personId, owner.accountId, changed.email || null)
  await inform(owner, personId, changed, null)
  return changed
}

/**
 * Removes a member from an account at their own request.
 * @throws PinrefError `limit_reached` for the last owner or member.
 */
export async function leave({ accountId, personId, email }: Owner): Promise<void> {
  const outcome = await leaveAccount(accountId, personId)
  if (outcome === 'last_owner') throw lastOwner()
  if (outcome === 'last_member') throw lastMember()
  await removeMembership(personId, accountId, email)
}

async function change({ accountId, personId: ownerId }: Owner, personId: string, role: Role | null): Promise<Changed> {
  const changed = await changeMember(accountId, ownerId, personId, role)
  switch (changed.outcome) {
    case 'done': {
      const [contact] = await readContacts([personId], null)
      return { email: contact?.email ?? '', before: changed.before }
    }
    case 'not_owner':
      throw roleNotAllowed()
    case 'unknown':
      throw new PinrefError('invalid_request', 'This person is no longer a member. Reload the page.')
    case 'last_owner':
      throw lastOwner()
  }
}

/** Emails a member about a change that someone else has made. @param role null if the member was removed. */
async function inform(
  { accountId, personId: ownerId }: Owner,
  personId: string,
  { email }: Changed,
  role: Role | null,
) {
  if (personId === ownerId || email === '' || mailMode() === 'off') return
  const account = await readProfile(accountId)
  const { memberMails } = await import('@/server/features/mail/mail')
  if (role === null) memberMails.removed(email, account)
  else memberMails.roleChanged(email, account, role)
}

const lastOwner = () =>
  new PinrefError('limit_reached', 'An account needs an owner. Make another member an owner first.')

const lastMember = () =>
  new PinrefError('limit_reached', 'You are the only member. To close the account, delete it on the account page.')

const tooManyChanges = (retryAfterSeconds: number) =>
  new PinrefError('too_many_requests', 'Too many roles were changed. Try again in an hour.', { retryAfterSeconds })
