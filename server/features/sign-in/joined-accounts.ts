import type { Actor } from '@/server/features/audit/actor'
import { recordEvent } from '@/server/features/audit/log'
import { randomBase62 } from '@/server/metering/access/api-key'
import { countAttempt } from '@/server/metering/access/limiter'
import { limits, planOf } from '@/server/metering/access/limits'
import { type Role, readRole } from '@/server/metering/access/members'
import { readProfile, shownName } from '@/server/metering/access/profile'
import { PinrefError } from '@/server/platform/problems/errors'
import { readMemberships } from './adapter/memberships'
import { openAccount } from './session-account'

/** An account that a person is in. */
export interface JoinedAccount {
  id: string
  name: string
  role: Role
  /** The name of its plan. */
  plan: string
}

/** The maximum length of an account's name, in characters. */
export const longestAccountName = 100

/** How many accounts a person may own before they create another one. */
const mostOwned = 20

/** Reads a person's accounts, the one joined first at the top. Takes two round trips. */
export async function joinedAccounts(personId: string): Promise<JoinedAccount[]> {
  const memberships = await readMemberships(personId)
  const accounts = await Promise.all(memberships.map(({ accountId }) => joinedAccount(accountId, personId)))
  return accounts.filter((account) => account !== null)
}

/** Reads one of a person's accounts; null if the person is not in it, or it does not exist. */
export async function joinedAccount(accountId: string, personId: string): Promise<JoinedAccount | null> {
  const [role, { name, plan }] = await Promise.all([readRole(accountId, personId), readProfile(accountId)])
  return role && { id: accountId, name: shownName(name), role, plan: planOf(plan)?.name ?? plan }
}

/**
 * Creates another account for a person, who owns it.
 * @returns its id.
 * @throws PinrefError `limit_reached` if the person owns too many; `too_many_requests`; `store_unavailable`.
 */
export async function createJoinedAccount(personId: string, name: string, by: Actor): Promise<string> {
  const owned = (await joinedAccounts(personId)).filter(({ role }) => role === 'owner').length
  if (owned >= mostOwned) {
    throw new PinrefError('limit_reached', `You own ${owned} accounts, the maximum. Delete one first.`)
  }
  // Counted after the check above, so accounts created at the same time exceed it by less than this limit.
  const { max, windowSeconds } = limits.accountsMade
  const { allowed, retryAfter } = await countAttempt(`accounts-made:${personId}`, { max, window: windowSeconds })
  if (!allowed) {
    const detail = `You can create ${max} accounts an hour. Try again later.`
    throw new PinrefError('too_many_requests', detail, { retryAfterSeconds: retryAfter })
  }
  const accountId = randomBase62(16)
  await openAccount(accountId, personId, name)
  recordEvent(accountId, { kind: 'account-created' }, by)
  return accountId
}
