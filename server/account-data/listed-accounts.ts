import { accountOfKeyStart } from '@/server/access/api-key'
import { recentMonths } from '@/server/access/calendar'
import { firstPlan, type PlanId, planOf } from '@/server/access/plans'
import { redisKeys } from '@/server/access/redis-keys'
import { dropMember, type Indexed, indexAccount, isUnder, readIndex } from '@/server/sign-in/adapter/account-index'
import { isAccountId } from '@/server/sign-in/adapter/redis-keys'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'

/** An account as the operator sees it. */
interface ListedAccount {
  id: string
  email: string
  /** Whether the email is confirmed. */
  confirmed: boolean
  plan: PlanId
  /** Calls that counted in the current month, UTC. */
  callsThisMonth: number
  /** The last known use of a key or sign-in, epoch seconds; null if there was none. */
  lastSeen: number | null
  /** ISO 8601, UTC. */
  created: string
  /** When it was suspended, ISO 8601, UTC; null if it is not. */
  suspended: string | null
  /** Whether it has a subscription at Stripe, as far as the store knows. */
  subscribed: boolean
}

export interface AccountsPage {
  accounts: ListedAccount[]
  /** Where the next page begins; null after the last. */
  next: string | null
}

const pageSize = 50

/**
 * Returns accounts in the order of their emails, a page at a time. Takes two round trips: one for the index and one for the
 * accounts in it.
 * @param find the start of an email, an account id, or an API key (all of it, or the part that its owner sees); empty for all.
 * @param cursor `next` of the page before.
 * @throws PinrefError `store_unavailable`.
 */
export async function listAccounts(find: string, cursor: string | null): Promise<AccountsPage> {
  const ofKey = accountOfKeyStart(find)
  const id = ofKey ?? (isAccountId(find) ? find : null)
  const found = id && (await readAccount(id))
  if (found) return { accounts: [found], next: null }
  return ofKey ? { accounts: [], next: null } : readPage(find, cursor)
}

async function readPage(start: string, cursor: string | null): Promise<AccountsPage> {
  const indexed = await readIndex(start, cursor, pageSize + 1)
  const shown = indexed.slice(0, pageSize)
  const read = await Promise.all(shown.map(async (one) => ({ one, account: await readAccount(one.accountId) })))
  const accounts = read.flatMap(({ one, account }) => (account && isUnder(one, account.email) ? [account] : []))
  mend(read.filter(({ account }) => !account || !accounts.includes(account)))
  const next = indexed.length > pageSize ? (shown.at(-1)?.member ?? null) : null
  // If all accounts of a page are gone, the next page takes its place.
  return accounts.length === 0 && next !== null ? readPage(start, next) : { accounts, next }
}

/** Corrects the index entries of accounts that are gone or have another email. */
function mend(wrong: ReadonlyArray<{ one: Indexed; account: ListedAccount | null }>): void {
  for (const { one, account } of wrong) {
    dropMember(one.member)
    if (account) indexAccount(account.id, account.email)
  }
}

/**
 * Reads what the operator sees of an account; returns nothing if it is gone. The keys after the third are its months, newest
 * first.
 */
const readSummary = script(`
local user, profile, seen = unpack(KEYS)
local email, verified, created = unpack(redis.call('HMGET', user, 'email', 'emailVerified', 'createdAt'))
if not email then return false end
local plan, suspended, subscription = unpack(redis.call('HMGET', profile, 'plan', 'suspended', 'subscriptionId'))
local lastSeen = 0
for _, moment in ipairs(redis.call('HVALS', seen)) do lastSeen = math.max(lastSeen, tonumber(moment)) end
for month = 4, #KEYS do
  local lastUse = redis.call('HGET', KEYS[month], 'seen')
  if lastUse then
    lastSeen = math.max(lastSeen, tonumber(lastUse))
    break
  end
end
local calls = redis.call('HGET', KEYS[4], 'used') or '0'
return { email, verified, created, plan or '', suspended or '', subscription or '', calls, lastSeen }
`)

type AccountSummary = [
  email: string,
  verified: string,
  created: string,
  plan: string,
  suspended: string,
  subscription: string,
  calls: string,
  lastSeen: number,
]

async function readAccount(id: string): Promise<ListedAccount | null> {
  const { user, profile, seen, counts } = redisKeys(id)
  const months = recentMonths(Date.now()).map(counts)
  const reply = (await runScript(readSummary, [user, profile, seen, ...months], [])) as AccountSummary | null
  if (reply === null) return null
  const [email, verified, created, plan, suspended, subscription, calls, lastSeen] = reply
  return {
    id,
    email: JSON.parse(email),
    confirmed: verified === 'true',
    plan: planOf(plan)?.id ?? firstPlan().id,
    callsThisMonth: Number(calls),
    lastSeen: lastSeen || null,
    created: JSON.parse(created),
    suspended: suspended || null,
    subscribed: subscription !== '',
  }
}
