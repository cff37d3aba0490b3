import { type AccountEntry, firstPage, readEventsForOperator } from '@/server/features/audit/log'
import { readUser } from '@/server/features/sign-in/adapter/users'
import { isoTime } from '@/server/metering/access/calendar'
import { type ApiKey, listKeys } from '@/server/metering/access/key-list'
import { planOf } from '@/server/metering/access/limits'
import { type Member, type Role, readMembers } from '@/server/metering/access/members'
import { type RecentCalls, readRecentCalls } from '@/server/metering/usage/account-usage'
import { ceilingOfCalls } from '@/server/places/upstream/cost'
import { readAccountSpending, type Sku } from '@/server/places/upstream/spending'
import { type ListedAccount, readAccount } from './listed-accounts'

/** A person who belongs to an account. */
interface ListedMember {
  personId: string
  /** Empty if the person has not entered one. */
  name: string
  email: string
  role: Role
  /** ISO 8601, UTC. */
  since: string
}

/** An account's calls to Google with one SKU this month, UTC. */
interface GoogleCalls {
  sku: Sku
  calls: number
  /** The most that Google can charge for these calls, without free calls, in unrounded US cents. */
  costCents: number
}

/** Everything that an operator can see about one account. */
export interface AccountDetails {
  account: ListedAccount
  /** Those who joined first. */
  members: ListedMember[]
  /** How many more members there are. */
  omittedMembers: number
  /** Newest first. A key's secret is never stored. */
  keys: ApiKey[]
  /** The plan's calls per month; null if there is no limit. */
  quota: number | null
  calls: RecentCalls
  /** Only SKUs with calls. */
  google: GoogleCalls[]
  /** The account's newest events. As in the server's log, names and browsers are omitted. */
  activity: AccountEntry[]
}

/** The maximum number of members that are read. */
export const maxListedMembers = 100

/**
 * Reads everything that an operator can see about an account.
 * @returns null if the account does not exist.
 * @throws PinrefError `store_unavailable`.
 */
export async function readAccountDetails(id: string): Promise<AccountDetails | null> {
  const account = await readAccount(id)
  if (account === null) return null
  const [members, keys, calls, google, activity] = await Promise.all([
    readMembers(id),
    listKeys(id),
    readRecentCalls(id),
    readGoogleCalls(id),
    readActivity(id),
  ])
  return {
    account,
    members: await withNames(members.slice(0, maxListedMembers)),
    omittedMembers: Math.max(0, members.length - maxListedMembers),
    keys,
    quota: planOf(account.plan)?.monthlyQuota ?? null,
    calls,
    google,
    activity,
  }
}

async function withNames(members: readonly Member[]): Promise<ListedMember[]> {
  const listed = members.map(async ({ personId, role, since }): Promise<ListedMember[]> => {
    const user = await readUser(personId)
    return user ? [{ personId, name: `${user.name ?? ''}`, email: `${user.email}`, role, since: isoTime(since) }] : []
  })
  return (await Promise.all(listed)).flat()
}

async function readGoogleCalls(id: string): Promise<GoogleCalls[]> {
  const bySku = Object.entries(await readAccountSpending(id)) as Array<[Sku, number]>
  return bySku
    .filter(([, calls]) => calls > 0)
    .map(([sku, calls]) => ({ sku, calls, costCents: ceilingOfCalls(sku, calls) }))
}

async function readActivity(id: string): Promise<AccountEntry[]> {
  const events = await readEventsForOperator(id, firstPage.count)
  return events.map(({ name: _, ...event }: AccountEntry & { name?: string }) => event)
}
