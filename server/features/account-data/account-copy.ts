import type { Reader } from '@/server/features/audit/actor'
import { type AccountEntry, readAccountEvents } from '@/server/features/audit/log'
import { type Batch, type BatchSums, batchSums } from '@/server/features/batches/batch'
import { listBatches } from '@/server/features/batches/find-batch'
import type { Delivery, Try } from '@/server/features/callbacks/delivery'
import { readDeliveries } from '@/server/features/callbacks/delivery-store'
import { type Address, type Endpoint, readAddresses, readEndpoints } from '@/server/features/callbacks/endpoint'
import { listMembers } from '@/server/features/members/member-list'
import { listWatchlists } from '@/server/features/watchlists/find-watchlist'
import { maxEntries } from '@/server/features/watchlists/limits'
import { presentIdentifiers, type WatchedListing } from '@/server/features/watchlists/listing'
import { type ListingsPage, readListings } from '@/server/features/watchlists/listings'
import { sizeOf, type Watchlist } from '@/server/features/watchlists/watchlist'
import { isoTime, isoTimeOrNull } from '@/server/metering/access/calendar'
import type { Invitation } from '@/server/metering/access/invitations'
import { listKeys, type RevokedKey, readRevokedKeys } from '@/server/metering/access/key-list'
import type { Member } from '@/server/metering/access/members'
import { type Profile, readProfile } from '@/server/metering/access/profile'
import { copyUsage, type MonthCopy } from '@/server/metering/usage/account-usage'
import { type FailedCall, readFailedCalls } from '@/server/metering/usage/failed-calls'
import { type LookupOptions, readLookupOptions } from '@/server/places/upstream/lookup-options'
import { readAccountSpending, type Sku } from '@/server/places/upstream/spending'

/**
 * Everything that is stored about an account, for its owners. Times are ISO 8601, UTC. Omitted: credentials (the hashes of
 * keys, the secrets of callbacks), how its members sign in, an operator's reason for a suspension, and counters that
 * expire within two days.
 */
export interface AccountCopy {
  id: string
  name: string
  created: string
  /** When the account was suspended; null if it is not suspended. */
  suspended: string | null
  /** `customerId` and `subscriptionId` are Stripe's ids. */
  plan: Pick<Profile, 'plan' | 'customerId' | 'subscriptionId'>
  /** Those who joined first at the top. */
  members: Array<Pick<Member, 'role'> & { id: string; name: string; email: string; since: string }>
  /** Invitations that no one has accepted, newest first. */
  invitations: Array<Pick<Invitation, 'email' | 'role'> & { created: string; expires: string }>
  /** API keys. */
  keys: Array<{
    id: string
    name: string
    client: string | null
    start: string
    end: string | null
    created: string
    expires: string | null
    lastUsed: string | null
  }>
  /** The months with calls since the account was created, newest first. */
  usage: MonthCopy[]
  /** The calls to Google for the account in the current month, by SKU. */
  googleCalls: Record<Sku, number>
  /**
   * Batches, newest first. Lines and results are omitted; get them from each batch. `ended` is null until a batch ends.
   */
  batches: Array<
    Record<keyof LookupOptions, string | null> &
      Pick<Batch, 'id' | 'state' | 'operation'> &
      BatchSums & {
        /** Null for a batch without a name. */
        name: string | null
        /** Null for a batch without a client. */
        client: string | null
        created: string
        ended: string | null
      }
  >
  /** Watchlists, newest first. Their events are omitted; get them from each watchlist. */
  watchlists: WatchlistCopy[]
  callbacks: CallbacksCopy
  /** The calls that failed in the last seven days, newest first. */
  failedCalls: Array<Omit<FailedCall, 'at'> & { at: string }>
  /** Keys that were revoked in the last seven days. */
  revokedKeys: Array<Omit<RevokedKey, 'revoked'> & { revoked: string }>
  /** The account's last thousand events, newest first. */
  activity: AccountEntry[]
}

/** A watchlist. `listings` has at most 50,000 across all watchlists; `omitted` counts the rest. */
interface WatchlistCopy
  extends Pick<Watchlist, 'id' | 'name' | 'client' | 'period' | 'closures' | 'digest' | 'counts'> {
  isPaused: boolean
  isTest: boolean
  created: string
  /** When a listing was last checked; null if none has been. */
  checked: string | null
  /** `cid` and `placeId` are current; `text` is the text of an unreadable listing. */
  listings: Array<
    Pick<WatchedListing, 'id' | 'state' | 'businessStatus' | 'placeId'> &
      Record<'name' | 'reference' | 'cid' | 'text', string | null>
  >
  omitted: number
}

/** An account's callback endpoints and deliveries, newest first. Times are ISO 8601, UTC. The secrets are omitted. */
interface CallbacksCopy {
  endpoints: Array<
    Pick<Endpoint, 'id' | 'url'> & {
      created: string
      verified: string | null
      failingSince: string | null
      offSince: string | null
      formerSecretUntil: string | null
    }
  >
  /** The addresses that endpoints and batches have used. */
  addresses: Array<Pick<Address, 'address'> & { named: string; verified: string | null }>
  /** `event` is the event as sent. */
  deliveries: Array<
    Pick<Delivery, 'id' | 'state' | 'url'> & {
      created: string
      event: unknown
      tries: Array<Omit<Try, 'at'> & { at: string }>
    }
  >
}

/**
 * Copies an account's data.
 * @param owner who gets the copy.
 * @throws PinrefError `store_unavailable`.
 */
export async function copyAccount(owner: Reader): Promise<AccountCopy> {
  const { accountId } = owner
  const [
    profile,
    { members, invitations },
    keys,
    usage,
    googleCalls,
    batches,
    watchlists,
    callbacks,
    failed,
    revoked,
    activity,
  ] = await Promise.all([
    readProfile(accountId),
    listMembers(accountId),
    listKeys(accountId),
    copyUsage(accountId),
    readAccountSpending(accountId),
    listBatches(accountId),
    copyWatchlists(accountId),
    copyCallbacks(accountId),
    readFailedCalls(accountId),
    readRevokedKeys(accountId),
    readAccountEvents(owner),
  ])
  const { name, created, plan, suspended, customerId, subscriptionId } = profile
  return {
    id: accountId,
    name,
    created,
    suspended,
    plan: { plan, customerId, subscriptionId },
    members: members.map(({ personId, name, email, role, since }) => ({
      id: personId,
      name,
      email,
      role,
      since: isoTime(since),
    })),
    invitations: invitations.map(({ email, role, created, expires }) => ({
      email,
      role,
      created: isoTime(created),
      expires: isoTime(expires),
    })),
    keys: keys.map(({ id, name, client, start, end, created, expires, lastUsed }) => ({
      id,
      name,
      client,
      start,
      end,
      created: isoTime(created),
      expires: isoTimeOrNull(expires),
      lastUsed: isoTimeOrNull(lastUsed),
    })),
    usage,
    googleCalls,
    batches: batches.map(({ id, name, state, operation, created, ended, ...batch }) => ({
      id,
      name: name || null,
      client: batch.client || null,
      state,
      operation,
      ...readLookupOptions(batch),
      language: batch.language || null,
      ...batchSums(batch),
      created: new Date(created).toISOString(),
      ended: ended === 0 ? null : new Date(ended).toISOString(),
    })),
    watchlists,
    callbacks,
    failedCalls: failed.map(({ at, ...call }) => ({ ...call, at: new Date(at).toISOString() })),
    revokedKeys: revoked.map(({ revoked, ...key }) => ({ ...key, revoked: isoTime(revoked) })),
    activity,
  }
}

const maxWatchedCopied = 50_000

/** @throws PinrefError `store_unavailable`. */
async function copyWatchlists(accountId: string): Promise<WatchlistCopy[]> {
  let left = maxWatchedCopied
  const copies: WatchlistCopy[] = []
  for (const watchlist of await listWatchlists(accountId)) {
    const { id, name, client, period, closures, digest, counts, isPaused, isTest, created, checked } = watchlist
    const listings: WatchlistCopy['listings'] = []
    let after: string | null = null
    do {
      const page: ListingsPage = await readListings(accountId, watchlist, { state: null, after, most: maxEntries })
      for (const one of page.listings.slice(0, left)) {
        const { cid, placeId } = presentIdentifiers(one)
        const { state, businessStatus, unreadable } = one
        const named = { cid: unreadable ? null : cid, placeId, text: unreadable?.text ?? null }
        const labels = { name: one.name || null, reference: one.reference || null }
        listings.push({ id: one.id, state, businessStatus, ...labels, ...named })
      }
      left -= page.listings.length
      after = page.next
    } while (after !== null && left > 0)
    copies.push({
      id,
      name,
      client,
      period,
      closures,
      digest,
      counts,
      isPaused,
      isTest,
      created: new Date(created).toISOString(),
      checked: checked === 0 ? null : new Date(checked).toISOString(),
      listings,
      omitted: Math.max(0, sizeOf(watchlist) - listings.length),
    })
  }
  return copies
}

/** @throws PinrefError `store_unavailable`. */
async function copyCallbacks(accountId: string): Promise<CallbacksCopy> {
  const [endpoints, addresses, deliveries] = await Promise.all([
    readEndpoints(accountId),
    readAddresses(accountId),
    readDeliveries(accountId),
  ])
  return {
    endpoints: endpoints.map(({ id, url, created, verified, failing, off, formerEnds }) => ({
      id,
      url,
      created: isoTime(created),
      verified: isoTimeOrNull(verified),
      failingSince: isoTimeOrNull(failing),
      offSince: isoTimeOrNull(off),
      formerSecretUntil: isoTimeOrNull(formerEnds),
    })),
    addresses: addresses.map(({ address, named, verified }) => ({
      address,
      named: isoTime(named),
      verified: isoTimeOrNull(verified),
    })),
    deliveries: deliveries.map(({ id, url, state, created, body, tries }) => ({
      id,
      url,
      state,
      created: new Date(created).toISOString(),
      event: JSON.parse(body),
      tries: tries.map((made) => ({ ...made, at: new Date(made.at).toISOString() })),
    })),
  }
}
