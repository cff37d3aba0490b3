import { readMemberships, removeMembership } from '@/server/features/sign-in/adapter/memberships'
import { readUser, removePerson } from '@/server/features/sign-in/adapter/users'
import { leaveAccount, removeAccount } from '@/server/metering/access/account'
import { type Member, readMembers } from '@/server/metering/access/members'
import { forgetAccountSpending } from '@/server/places/upstream/spending'
import { PinrefError } from '@/server/platform/problems/errors'

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
 * @throws PinrefError `limit_reached` if the person is the only owner of an account with other members, before anything
 *   is deleted; as `endAccount`.
 */
export async function endPerson(personId: string): Promise<void> {
  const memberships = await readMemberships(personId)
  const members = await Promise.all(memberships.map(({ accountId }) => readMembers(accountId)))
  const isLastOwner = (all: Member[]) =>
    all.length > 1 && all.every((one) => (one.role === 'owner') === (one.personId === personId))
  if (members.some(isLastOwner)) throw lastOwner()
  const email = await emailOf(personId)
  for (const { accountId } of memberships) {
    const outcome = await leaveAccount(accountId, personId)
    if (outcome === 'last_owner') throw lastOwner()
    if (outcome === 'last_member') await endAccount(accountId)
    else await removeMembership(personId, accountId, email)
  }
  await removePerson(personId)
}

const lastOwner = () =>
  new PinrefError(
    'limit_reached',
    'You are the only owner of an account with other members. Make another member an owner, or delete that account, first.',
  )
