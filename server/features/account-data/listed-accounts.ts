import {
  dropMember,
  type Indexed,
  indexMember,
  isUnder,
  readIndex,
} from '@/server/features/sign-in/adapter/account-index'
import { isId } from '@/server/features/sign-in/adapter/redis-keys'
import { accountOfKeyStart } from '@/server/metering/access/api-key'
import { recentMonths } from '@/server/metering/access/calendar'
import { readContacts } from '@/server/metering/access/contacts'
import { firstPlan, type PlanId, planOf } from '@/server/metering/access/limits'
import { readMembers } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { ceilingOfCalls } from '@/server/places/upstream/cost'
import { readAccountSpending, type Sku } from '@/server/places/upstream/spending'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, optional, record, text } from '@/server/platform/store/script-values'
import readSummaryLua from './read-summary.lua'

/** An account as the operator sees it. */
export interface ListedAccount {
  id: string
  /** The email of the member who was found, or of the first owner. */
  email: string
  /** Whether the email is confirmed. */
  confirmed: boolean
  plan: PlanId
  /** Counted calls in the current month (UTC). */
  callsThisMonth: number
  /**
   * The most that Google can charge for this month's calls to Google for the account, without free calls, in US cents,
   * unrounded.
   */
  costCents: number
  /** The last known use of a key or sign-in, epoch seconds; null if there was none. */
  lastSeen: number | null
  /** ISO 8601, UTC. */
  created: string
  /** When the account was suspended (ISO 8601, UTC), why, and by whom (a masked email); null if it is not suspended. */
  suspended: { since: string; reason: string; by: string } | null
  /** Whether the account has a subscription at Stripe, according to the store. */
  subscribed: boolean
}

export interface AccountsPage {
  accounts: ListedAccount[]
  /** Where the next page begins; null on the last page. */
  next: string | null
  /** How many accounts were sorted, if there are more; null otherwise, or when sorted by email. */
  cutAt: number | null
}

/** The list's sort orders: by a figure in descending order, or by email. The first one is the default. */
export const accountOrders = ['calls', 'cost', 'seen', 'email'] as const
export type AccountOrder = (typeof accountOrders)[number]

export const pageSize = 50

/** The maximum number of accounts that are read to sort them by a figure, and how many are read at a time. */
export const maxSorted = 2_000
const readAtOnce = 100

/**
 * Returns accounts a page at a time. Sorted by email, a page takes two round trips: one for the index and one for its
 * accounts. The figures are stored only in the accounts, so any other order reads up to `maxSorted` accounts for each
 * page.
 * @param find the start of an email, an account id, or an API key (the whole key, or the part that its owner sees);
 *   empty for all.
 * @param cursor `next` of the previous page, in the same order.
 * @throws PinrefError `store_unavailable`.
 */
export async function listAccounts(
  find: string,
  cursor: string | null,
  order: AccountOrder = accountOrders[0],
): Promise<AccountsPage> {
  const ofKey = accountOfKeyStart(find)
  const id = ofKey ?? (isId(find) ? find : null)
  const found = id && (await readAccount(id))
  if (found) return { accounts: [found], next: null, cutAt: null }
  if (ofKey) return { accounts: [], next: null, cutAt: null }
  return order === 'email' ? readPage(find, cursor) : readSorted(find, cursor, figures[order])
}

const figures: Record<Exclude<AccountOrder, 'email'>, (account: ListedAccount) => number> = {
  calls: ({ callsThisMonth }) => callsThisMonth,
  cost: ({ costCents }) => costCents,
  seen: ({ lastSeen }) => lastSeen ?? 0,
}

/**
 * An account's place in the order of a figure. A page begins after the last account of the previous page, because
 * figures change in the meantime and no account may be listed twice.
 */
interface Place {
  figure: number
  /** The email and the id, by which accounts with the same figure are sorted. */
  name: string
}

const compare = (a: Place, b: Place): number => b.figure - a.figure || (a.name < b.name ? -1 : Number(a.name > b.name))

/** Reads a place from a cursor; null for the first page or a cursor of another order. */
function placeIn(cursor: string | null): Place | null {
  const [, figure = '', name = ''] = /^(\d\S*) (.+)$/.exec(cursor ?? '') ?? []
  return name && Number.isFinite(Number(figure)) ? { figure: Number(figure), name } : null
}

async function readSorted(
  start: string,
  cursor: string | null,
  figure: (account: ListedAccount) => number,
): Promise<AccountsPage> {
  const indexed = await readIndex(start, null, maxSorted + 1)
  const all: ListedAccount[] = []
  for (let at = 0; at < Math.min(indexed.length, maxSorted); at += readAtOnce) {
    all.push(...(await readIndexed(indexed.slice(at, Math.min(at + readAtOnce, maxSorted)))))
  }
  const after = placeIn(cursor)
  const left = uniqueAccounts(all)
    .map((account) => ({ account, figure: figure(account), name: `${account.email.toLowerCase()} ${account.id}` }))
    .filter((place) => after === null || compare(after, place) < 0)
    .sort(compare)
  const shown = left.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    accounts: shown.map(({ account }) => account),
    next: last && left.length > shown.length ? `${last.figure} ${last.name}` : null,
    cutAt: indexed.length > maxSorted ? maxSorted : null,
  }
}

async function readPage(start: string, cursor: string | null): Promise<AccountsPage> {
  const indexed = await readIndex(start, cursor, pageSize + 1)
  const shown = indexed.slice(0, pageSize)
  const accounts = await readIndexed(shown)
  const next = indexed.length > pageSize ? (shown.at(-1)?.member ?? null) : null
  // If all accounts on a page are gone, the next page takes its place.
  return accounts.length === 0 && next !== null ? readPage(start, next) : { accounts, next, cutAt: null }
}

/** Reads the accounts in index entries and corrects wrong entries. */
async function readIndexed(indexed: readonly Indexed[]): Promise<ListedAccount[]> {
  const read = await Promise.all(
    indexed.map(async (one) => ({ one, account: await readAccount(one.accountId, one.personId) })),
  )
  const accounts = read.flatMap(({ one, account }) => (account && isUnder(one, account.email) ? [account] : []))
  const right = new Set(accounts)
  mend(read.filter(({ account }) => !account || !right.has(account)))
  return uniqueAccounts(accounts)
}

/** The index has an account with several members several times. */
const uniqueAccounts = (accounts: readonly ListedAccount[]): ListedAccount[] =>
  [...new Map(accounts.toReversed().map((account) => [account.id, account])).values()].reverse()

/** Corrects the index entries of members who are gone or have a different email. */
function mend(wrong: ReadonlyArray<{ one: Indexed; account: ListedAccount | null }>): void {
  for (const { one, account } of wrong) {
    dropMember(one.member)
    if (account) indexMember(one, account.email)
  }
}

/** Reads the account data that the operator can see; returns nothing if the account is gone. The months are newest first. */
const readSummary = defineScript({
  name: 'read-summary',
  keys: ['members', 'profile', 'seen', '...months'],
  returns: optional(
    record({
      created: optional(text),
      plan: optional(text),
      isSubscribed: flag,
      suspended: optional(text),
      reason: optional(text),
      by: optional(text),
      calls: integer,
      lastSeen: optional(integer),
    }),
  ),
  lua: readSummaryLua,
})

/**
 * Reads an account.
 * @param personId a member, whose email stands for the account; null for the first owner.
 * @returns null if the account is gone, or the person is no longer in it.
 * @throws PinrefError `store_unavailable`.
 */
export async function readAccount(id: string, personId: string | null = null): Promise<ListedAccount | null> {
  const { members, profile, seen, counts } = redisKeys(id)
  const [stored, spending, persons, contacts] = await Promise.all([
    readSummary({ members, profile, seen, months: recentMonths(Date.now()).map(counts) }),
    readAccountSpending(id),
    readMembers(id),
    personId === null ? null : readContacts([personId], null),
  ])
  const person = persons.find((one) => (personId === null ? one.role === 'owner' : one.personId === personId))
  if (stored === null || person === undefined) return null
  const [contact] = contacts ?? (await readContacts([person.personId], null))
  if (contact === undefined) return null
  const { suspended: since, reason, by } = stored
  return {
    id,
    email: contact.email,
    confirmed: contact.emailVerified,
    plan: planOf(stored.plan ?? '')?.id ?? firstPlan().id,
    callsThisMonth: stored.calls,
    costCents: costOf(spending),
    lastSeen: stored.lastSeen,
    created: stored.created ?? new Date(0).toISOString(),
    suspended: since === null ? null : { since, reason: reason ?? '', by: by ?? '' },
    subscribed: stored.isSubscribed,
  }
}

const costOf = (spending: Record<Sku, number>): number =>
  (Object.entries(spending) as Array<[Sku, number]>).reduce((sum, [sku, calls]) => sum + ceilingOfCalls(sku, calls), 0)
