import { mails } from '@/server/features/mail/mail'
import { mailMode } from '@/server/features/mail/mode'
import { readMemberships, removeMembership } from '@/server/features/sign-in/adapter/memberships'
import { readUser, removePerson } from '@/server/features/sign-in/adapter/users'
import { leaveAccount, removeAccount } from '@/server/metering/access/account'
import { readContacts } from '@/server/metering/access/contacts'
import { type Member, readMembers } from '@/server/metering/access/members'
import { readProfile, shownName } from '@/server/metering/access/profile'
import { forgetAccountSpending } from '@/server/places/upstream/spending'
import { PinrefError } from '@/server/platform/problems/errors'

/**
 * Deletes an account at an owner's request, and tells its other members by email.
 * @param by the owner.
 * @throws as `endAccount`.
 */
export async function deleteAccount(accountId: string, by: { personId: string; email: string }): Promise<void> {
  const [{ name }, members] = await Promise.all([readProfile(accountId), readMembers(accountId)])
  const others = members.filter(({ personId }) => personId !== by.personId).map(({ personId }) => personId)
  await endAccount(accountId)
  if (mailMode() === 'off') return
  for (const { email } of await readContacts(others, null)) mails.accountDeleted(email, shownName(name), by.email)
}

/**
 * Deletes an account. Payments are stopped first; if that fails, the account still exists, and the deletion can be
 * retried. The whole account is then deleted in one step, followed by its batches.
 * @throws PinrefError `upstream_unavailable`, `store_unavailable`.
 */
export async function endAccount(accountId: string): Promise<void> {
  // Imported here because Stripe's library takes a long time to load, and most sign-in calls delete nothing.
  const { cancelBilling } = await import('@/server/features/billing/subscriptions')
  const { forgetBatches } = await import('@/server/features/batches/find-batch')
  const { forgetWatchlists } = await import('@/server/features/watchlists/find-watchlist')
  await cancelBilling(accountId)
  const persons = (await removeAccount(accountId)) ?? []
  await Promise.all([
    forgetBatches(accountId),
    forgetWatchlists(accountId),
    forgetAccountSpending(accountId),
    ...persons.map(async (personId) => removeMembership(personId, accountId, await emailOf(personId))),
  ])
}

const emailOf = async (personId: string): Promise<string | null> => {
  const user = await readUser(personId)
  return typeof user?.email === 'string' ? user.email : null
}

/**
 * Deletes a person: first each account whose only member they are, then their membership in others, then the person.
 * @returns the ids of the deleted accounts.
 * @throws PinrefError `limit_reached` if the person is the only owner of an account with other members, before anything
 *   is deleted; as `endAccount`.
 */
export async function endPerson(personId: string): Promise<string[]> {
  const [memberships, user] = await Promise.all([readMemberships(personId), readUser(personId)])
  const accountIds = memberships.map(({ accountId }) => accountId)
  // A crash while the first account was created may have left it out of the list.
  if (typeof user?.firstAccount === 'string') accountIds.push(user.firstAccount)
  const isLastOwner = (all: Member[]) =>
    all.length > 1 && all.every((one) => (one.role === 'owner') === (one.personId === personId))
  for (const accountId of accountIds) {
    if (isLastOwner(await readMembers(accountId))) throw await lastOwner(accountId)
  }
  const email = typeof user?.email === 'string' ? user.email : null
  const ended: string[] = []
  for (const accountId of accountIds) {
    const outcome = await leaveAccount(accountId, personId)
    if (outcome === 'last_owner') throw await lastOwner(accountId)
    if (outcome === 'last_member') {
      await endAccount(accountId)
      ended.push(accountId)
    } else await removeMembership(personId, accountId, email)
  }
  await removePerson(personId)
  return ended
}

async function lastOwner(accountId: string): Promise<PinrefError> {
  const { name } = await readProfile(accountId)
  return new PinrefError(
    'limit_reached',
    `You are the only owner of ${shownName(name)}, which has other members. Make another member an owner, or delete that account, first.`,
  )
}
