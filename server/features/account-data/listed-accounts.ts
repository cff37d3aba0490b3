import {
  dropMember,
  type Indexed,
  indexAccount,
  isUnder,
  readIndex,
} from '@/server/features/sign-in/adapter/account-index'
import { isAccountId } from '@/server/features/sign-in/adapter/redis-keys'
import { accountOfKeyStart } from '@/server/metering/access/api-key'
import { recentMonths } from '@/server/metering/access/calendar'
import { firstPlan, type PlanId, planOf } from '@/server/metering/access/limits'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { ceilingOfLookups } from '@/server/places/upstream/cost'
import { runScript, script } from '@/server/platform/store/untyped'

/** An account as the operator sees it. */
interface ListedAccount {
  id: string
  email: string
  /** Whether the email is confirmed. */
  confirmed: boolean
  plan: PlanId
  /** Counted calls in the current month (UTC). */
  callsThisMonth: number
  /**
   * The most that Google can charge for the account's lookups this month, in US cents, unrounded. Estimated from the
   * calls, because Google's bill does not show the caller.
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

/** The list's sort orders: by email, or by a figure in descending order. */
export const accountOrders = ['email', 'calls', 'cost', 'seen'] as const
export type AccountOrder = (typeof accountOrders)[number]

const pageSize = 50

/** The maximum number of accounts that are read to sort them by a figure, and how many are read at a time. */
const maxSorted = 2_000
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
  order: AccountOrder = 'email',
): Promise<AccountsPage> {
  const ofKey = accountOfKeyStart(find)
  const id = ofKey ?? (isAccountId(find) ? find : null)
  const found = id && (await readAccount(id))
  if (found) return { accounts: [found], next: null, cutAt: null }
  if (ofKey) return { accounts: [], next: null, cutAt: null }
  return order === 'email' ? readPage(find, cursor) : readSorted(find, Number(cursor) || 0, figures[order])
}

const figures: Record<Exclude<AccountOrder, 'email'>, (account: ListedAccount) => number> = {
  calls: ({ callsThisMonth }) => callsThisMonth,
  cost: ({ costCents }) => costCents,
  seen: ({ lastSeen }) => lastSeen ?? 0,
}

/** @param from the number of accounts before the page. */
async function readSorted(
  start: string,
  from: number,
  figure: (account: ListedAccount) => number,
): Promise<AccountsPage> {
  const indexed = await readIndex(start, null, maxSorted + 1)
  const all: ListedAccount[] = []
  for (let at = 0; at < Math.min(indexed.length, maxSorted); at += readAtOnce) {
    all.push(...(await readIndexed(indexed.slice(at, Math.min(at + readAtOnce, maxSorted)))))
  }
  // Ties are sorted by email.
  all.sort((a, b) => figure(b) - figure(a))
  const end = from + pageSize
  return {
    accounts: all.slice(from, end),
    next: end < all.length ? `${end}` : null,
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
  const read = await Promise.all(indexed.map(async (one) => ({ one, account: await readAccount(one.accountId) })))
  const accounts = read.flatMap(({ one, account }) => (account && isUnder(one, account.email) ? [account] : []))
  const right = new Set(accounts)
  mend(read.filter(({ account }) => !account || !right.has(account)))
  return accounts
}

/** Corrects the index entries of accounts that are gone or have a different email. */
function mend(wrong: ReadonlyArray<{ one: Indexed; account: ListedAccount | null }>): void {
  for (const { one, account } of wrong) {
    dropMember(one.member)
    if (account) indexAccount(account.id, account.email)
  }
}

/**
 * Reads the account data that the operator can see; returns nothing if the account is gone. The keys after the third
 * are its months, newest first.
 */
const readSummary = script(`
local user, profile, seen = unpack(KEYS)
local email, verified, created = unpack(redis.call('HMGET', user, 'email', 'emailVerified', 'createdAt'))
if not email then return false end
local plan, subscription, suspended, reason, by = unpack(redis.call('HMGET', profile, 'plan', 'subscriptionId',
  'suspended', 'suspendedReason', 'suspendedBy'))
local lastSeen = 0
for _, moment in ipairs(redis.call('HVALS', seen)) do lastSeen = math.max(lastSeen, tonumber(moment)) end
for month = 4, #KEYS do
  local lastUse = redis.call('HGET', KEYS[month], 'seen')
  if lastUse then
    lastSeen = math.max(lastSeen, tonumber(lastUse))
    break
  end
end
local counts, calls, resolved, searches = redis.call('HGETALL', KEYS[4]), '0', 0, 0
for at = 1, #counts, 2 do
  local operation, outcome = string.match(counts[at], '^%d+:(%l+):(%l+)$')
  if counts[at] == 'used' then
    calls = counts[at + 1]
  elseif outcome == 'ok' or outcome == 'failed' then
    if operation == 'resolve' then resolved = resolved + tonumber(counts[at + 1]) end
    if operation == 'search' then searches = searches + tonumber(counts[at + 1]) end
  end
end
return { email, verified, created, plan or '', subscription or '', suspended or '', reason or '', by or '', calls,
  resolved, searches, lastSeen }
`)

type AccountSummary = [
  email: string,
  verified: string,
  created: string,
  plan: string,
  subscription: string,
  suspended: string,
  reason: string,
  by: string,
  calls: string,
  resolved: number,
  searches: number,
  lastSeen: number,
]

async function readAccount(id: string): Promise<ListedAccount | null> {
  const { user, profile, seen, counts } = redisKeys(id)
  const months = recentMonths(Date.now()).map(counts)
  const reply = (await runScript(readSummary, [user, profile, seen, ...months], [])) as AccountSummary | null
  if (reply === null) return null
  const [email, verified, created, plan, subscription, since, reason, by, calls, resolved, searches, lastSeen] = reply
  return {
    id,
    email: JSON.parse(email),
    confirmed: verified === 'true',
    plan: planOf(plan)?.id ?? firstPlan().id,
    callsThisMonth: Number(calls),
    costCents: ceilingOfLookups(resolved, searches),
    lastSeen: lastSeen || null,
    created: JSON.parse(created),
    suspended: since === '' ? null : { since, reason, by },
    subscribed: subscription !== '',
  }
}
